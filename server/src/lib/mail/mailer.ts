import { createTransport } from 'nodemailer';
import { MailRejectedError } from './mail-rejected-error.ts';

/** Together less than half of the time after which another server takes over a job. */
const CONNECT_TIMEOUT_MS = 4_000;
const SILENCE_TIMEOUT_MS = 5_000;
/** The first status that says that the same message will not be accepted later either. */
const FIRST_PERMANENT_STATUS = 500;

/** One message to one recipient. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The id without the angle brackets; the same for the same message, however often it is sent. */
  messageId: string;
}

export interface Mailer {
  /**
   * Hands a message to the SMTP server.
   * @throws {MailRejectedError} if it will never be accepted; any other error may pass
   */
  send(mail: Mail): Promise<void>;
}

/** Whether an error of nodemailer is about this message, not about the server or the sign-in at it. */
function isRejected(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= FIRST_PERMANENT_STATUS;
}

/**
 * Sends e-mail through one SMTP server. Each message has a connection of its own: there are few, and none is left open.
 * @param url smtp:// (STARTTLS where the server offers it) or smtps://
 * @param from the sender: an address, perhaps with a name
 */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport(
    {
      url,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      // A message is text that we wrote: nothing in it may name a file or a URL to load.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    async send({ messageId, ...mail }) {
      try {
        await transport.sendMail({
          ...mail,
          messageId: `<${messageId}>`,
          // No out-of-office notes in response.
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        if (isRejected(error)) throw new MailRejectedError('the SMTP server rejected the message', { cause: error });
        throw error;
      }
    },
  };
}
