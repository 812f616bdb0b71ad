import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A message as the SMTP server got it. */
export interface ReceivedMail {
  to: string[];
  mail: Email;
}

/** How the server responds to the next messages. */
interface SmtpBehaviour {
  /** A status with which every recipient is rejected. */
  rejectRecipients: number | null;
  /** A status with which every message is rejected after its end. */
  rejectMessages: number | null;
}

const failure = (status: number) => Object.assign(new Error('rejected by the test'), { responseCode: status });

/** A real SMTP server on a free port, which keeps what it accepts. */
export async function openSmtpServer() {
  const received: ReceivedMail[] = [];
  const behaviour: SmtpBehaviour = {
    rejectRecipients: null,
    rejectMessages: null,
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo(_address, _session, callback) {
      callback(behaviour.rejectRecipients === null ? null : failure(behaviour.rejectRecipients));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (behaviour.rejectMessages !== null) return callback(failure(behaviour.rejectMessages));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          received.push({ to, mail });
          callback();
        });
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    behaviour,
    close: () =>
      new Promise<void>((done) => {
        server.close(done);
      }),
  };
}
export type TestSmtpServer = Awaited<ReturnType<typeof openSmtpServer>>;
