/** Tells a password manager, and nobody else, whose password a form asks for. */
export function AccountNameField({ email }: { readonly email: string | undefined }) {
  return <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />;
}
