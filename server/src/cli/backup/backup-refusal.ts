/** What cannot be backed up or restored as it stands; the message says why and what to do. */
export class BackupRefusal extends Error {
  override name = 'BackupRefusal';
}
