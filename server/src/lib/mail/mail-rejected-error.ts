/** The SMTP server does not take this message for this recipient, now or later. Apart from the mailer, which loads its library. */
export class MailRejectedError extends Error {
  override name = 'MailRejectedError';
}
