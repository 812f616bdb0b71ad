interface Login {
  token: string;
  admin: { id: string; username: string };
}

/** Signs an administrator in over HTTP, as the login screen does. */
export async function logIn(baseUrl: string, admin: { email: string; password: string }): Promise<Login> {
  const answer = await fetch(`${baseUrl}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  if (!answer.ok) throw new Error(`the sign-in was answered with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Login;
}
