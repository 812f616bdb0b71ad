import { confirmPassword as confirmEndpoint } from '@hai-dang/contract/account/account.endpoints.ts';
import { callEndpoint } from '../lib/api-client.ts';

/** Shows the server once more who is there. @throws ApiError */
export async function confirmPassword(password: string): Promise<void> {
  await callEndpoint(confirmEndpoint, { body: { password } });
}
