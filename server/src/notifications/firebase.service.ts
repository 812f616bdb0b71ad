import type { Caller } from '../lib/http/call.ts';
import type { MintFirebaseToken } from './firebase.ts';

interface FirebaseServiceNeeds {
  /** Null where notifications are not kept in Firebase. */
  mintToken: MintFirebaseToken | null;
}

/** What an administrator's browser needs of us to read its notifications in Firebase. */
export function createFirebaseService({ mintToken }: FirebaseServiceNeeds) {
  return {
    /** @returns null where there is no Firebase to sign in to */
    createFirebaseToken: async ({ id }: Caller): Promise<string | null> => (mintToken ? await mintToken(id) : null),
  };
}
export type FirebaseService = ReturnType<typeof createFirebaseService>;
