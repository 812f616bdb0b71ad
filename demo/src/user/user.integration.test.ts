import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_USER_LOGIN } from '../../../server/src/app/demo-logins.ts';
import { hashPassword } from '../../../server/src/auth/password.ts';
import { buildTestApp, type TestApp } from '../../../server/src/testing/build-test-app.ts';
import { insertComment, insertPost, insertTravelPost, insertUser } from '../../../server/src/testing/factories.ts';
import { sendLetters } from '../../../server/src/testing/letters.ts';

const SCRIPT = path.join(import.meta.dirname, 'main.ts');
const DESCRIPTION = 'Tài khoản này nhắn tin quảng cáo liên tục';
let testApp: TestApp;
let url: string;
let reporterId: string;
let author: Awaited<ReturnType<typeof insertUser>>;
let postId: string;

beforeAll(async () => {
  testApp = await buildTestApp();
  url = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  const { db } = testApp.database;
  const password_hash = await hashPassword(DEMO_USER_LOGIN.password);
  ({ id: reporterId } = await insertUser(db, {
    username: 'Nguyễn Thị Mai',
    email: DEMO_USER_LOGIN.email,
    password_hash,
  }));
  author = await insertUser(db, { username: 'Người Bán Tour' });
  ({ id: postId } = await insertPost(db, author.id, { title: 'Tour giá rẻ' }));
  await insertTravelPost(db, author.id);
  await insertComment(db, author.id, { postId });
  await insertPost(db, reporterId, { title: 'Của chính tôi' });
});
afterAll(() => testApp.close());

async function run(args: string[], answers: string[]): Promise<{ code: number; output: string; errors: string }> {
  const child = spawn(process.execPath, [SCRIPT, '--url', url, ...args], {
    env: { PATH: process.env['PATH'], DATABASE_URL: testApp.database.url },
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(answers.map((line) => `${line}\n`).join(''));
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, output, errors };
}

const reports = () =>
  testApp.database.db.selectFrom('reports').selectAll().orderBy('created_at').orderBy('id').execute();

test('npm run demo:user: lists subjects of other users, and files a report as the demo user', async () => {
  const { code, output } = await run([], ['1', '1', DESCRIPTION]);
  expect(output).toContain('Đã đăng nhập: Nguyễn Thị Mai');
  expect(output).toContain('Người dùng: Người Bán Tour');
  expect(output).toContain('Bài viết: Tour giá rẻ');
  expect(output).not.toContain('Của chính tôi');
  expect(code).toBe(0);
  const [report] = await reports();
  expect(report).toMatchObject({
    reporter_id: reporterId,
    subject_type: 'User',
    subject_id: author.id,
    reason: 'spam',
    description: DESCRIPTION,
  });
  expect(output).toContain(report?.id);
});

test('npm run demo:user --item: files several reports, and prints the errors of the server', async () => {
  const before = (await reports()).length;
  const { code, output } = await run(
    ['--item', `Post:${postId}`, '--item', 'Comment:khong-co'],
    ['9', '1', '6', 'Thông tin trong bài này là sai', '2', '1', DESCRIPTION, '1', '1', 'ngắn'],
  );
  expect(output).toContain('Không có số này trong danh sách.');
  expect(output).toContain('Máy chủ từ chối (404): Không tìm thấy nội dung bị báo cáo');
  expect(output).toContain('Máy chủ từ chối (400): Mô tả phải có ít nhất 10 ký tự');
  expect(code).toBe(1);
  expect((await reports()).slice(before)).toMatchObject([
    { subject_type: 'Post', subject_id: postId, reason: 'false_information' },
  ]);
});

test('npm run demo:user: a report of child safety names the rule', async () => {
  const { id } = await insertPost(testApp.database.db, author.id);
  const { code, output } = await run(['--item', `Post:${id}`], ['1', '8', DESCRIPTION]);
  expect(output).toContain('8. An toàn trẻ em');
  expect(code).toBe(0);
  expect((await reports()).at(-1)).toMatchObject({ subject_id: id, reason: 'other', policy_key: 'child_safety' });
});

test('npm run demo:user: a suspended user reads the reason and appeals; a second appeal prints why it is rejected', async () => {
  const { db } = testApp.database;
  const password_hash = await hashPassword(DEMO_USER_LOGIN.password);
  const user = await insertUser(db, { username: 'Trần Văn Oan', password_hash });
  const subject = { itemType: 'User', itemId: user.id };
  const decision = { subject, outcome: 'violation', policy: 'harassment', actions: ['suspend'], suspendDays: 3 };
  expect((await testApp.post('/api/admin/decisions', { ...decision, version: 0 })).statusCode).toBe(201);
  await sendLetters(testApp);
  const text = 'Tôi không quấy rối ai cả, xin xem lại';
  const answers = [DEMO_USER_LOGIN.password, '1', text, '1', text, ''];
  const { code, output } = await run(['--email', user.email], answers);
  expect(output).toMatch(/Tài khoản đã bị vô hiệu hóa đến .+, lý do: Quấy rối\./);
  expect(output).toMatch(/bị tạm khóa đến .+ · khiếu nại được đến /s);
  expect(output).toContain('Đã gửi khiếu nại, sẽ được xem trước');
  expect(output).toContain('không khiếu nại được');
  expect(output).toContain('Máy chủ từ chối (409): Bạn đã khiếu nại quyết định này rồi');
  expect(code).toBe(1);
  expect(await db.selectFrom('appeals').select(['user_id', 'text']).execute()).toEqual([{ user_id: user.id, text }]);
});

test('npm run demo:user notices: a user without any gets one line that says so', async () => {
  const { code, output } = await run(['notices'], []);
  expect(output).toContain('Chưa có thông báo quyết định nào.');
  expect(code).toBe(0);
});

test.each([
  ['another password', ['--email', DEMO_USER_LOGIN.email], ['sai mật khẩu'], 'Email hoặc mật khẩu không đúng'],
  ['a server that is not there', ['--url', 'http://127.0.0.1:9'], [], 'Không kết nối được http://127.0.0.1:9'],
  ['an --item that is no subject', ['--item', 'Message:1'], [], '--item Message:1'],
  ['a --url that is no URL', ['--url', 'ftp://x'], [], '--url ftp://x'],
  ['an unknown option', ['--password', 'x'], [], 'npm run demo:user'],
])('npm run demo:user %s: prints one line and ends with 1', async (_case, args, answers, message) => {
  const { code, errors } = await run(args, answers);
  expect(code).toBe(1);
  expect(errors).toContain(message);
  expect(errors).not.toContain('    at ');
});
