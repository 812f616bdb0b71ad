/** The first line of a contract file, which removes what no server uses any more. */
const CONTRACT = /^-- Contract: unused since (\d+)\.(\d+)\.(\d+)\b/;
const WITHOUT_TRANSACTION = /^-- Without a transaction\b/;
const NOISE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1/g;
const RERUNNABLE = /^(create (unique )?index concurrently if not exists |drop index concurrently if exists |analyze )/;

/** Statements that break a server of the previous release, which runs on the new tables during an upgrade. */
const CONTRACT_STEPS: ReadonlyArray<[RegExp, string]> = [
  [/^drop (?!constraint )/, 'drops a column'],
  [/^rename (?!constraint )|^set schema /, 'renames'],
  [/^alter (column )?\S+ (set data )?type /, 'changes the type of a column'],
];
/** Statements that block writers, or that fail on existing rows. */
const BLOCKING_STEPS: ReadonlyArray<[RegExp, string]> = [
  [
    /^add (column )?(?!constraint |check\b|foreign |unique\b|primary |exclude )(?!.*\b(default|generated)\b).*\bnot null\b/,
    'adds a column with "not null" and no default',
  ],
  [/^add (constraint \S+ )?(check|foreign key)\b(?!.*\bnot valid\b)/, 'adds a constraint without "not valid"'],
  [/^add (constraint \S+ )?(unique|primary key) ?\(/, 'builds an index without "concurrently"'],
];
const NOT_NULL_CHECK = /^add constraint (\S+) check ?\( ?(\S+) is not null ?\) not valid/;

interface Migration {
  name: string;
  text: string;
}

/**
 * Checks that migrations follow expand-then-contract: during an upgrade servers of two releases use the same tables.
 * @param migrations in their order; those after the baseline
 * @param version of this release, `1.2.3`
 * @returns the violations, each with the migration's name
 */
export function findBrokenRules(migrations: readonly Migration[], version: string): string[] {
  /** `table.column` by `table.check`, for checks that the column is not null. */
  const checks = new Map<string, string>();
  const validated = new Set<string>();
  return migrations.flatMap(({ name, text }) => {
    const broken: string[] = [];
    const statements = toStatements(text);
    const contract = CONTRACT.exec(text);
    if (contract && !isBefore(contract.slice(1), version.split('.'))) {
      broken.push(`its first line does not name a version before ${version}`);
    }
    const created = statements.flatMap(
      (statement) => /^create table (?:if not exists )?(\w+)/.exec(statement)?.[1] ?? [],
    );
    for (const statement of statements) {
      if (WITHOUT_TRANSACTION.test(text) && !RERUNNABLE.test(statement))
        broken.push('has a step that cannot be run again');
      if (!contract && /\bdrop (table|(materialized )?view|schema|function|type)\b/.test(statement))
        broken.push(`drops: ${statement}`);
      const index = /\bcreate (?:unique )?index (?!concurrently).*?\bon (?:only )?(\w+)/.exec(statement);
      if (index && !created.includes(index[1] ?? '')) broken.push('builds an index without "concurrently"');
      const [, table = '', actions = ''] =
        /\balter (?:table|view) (?:if exists )?(?:only )?(\w+) (.*)$/.exec(statement) ?? [];
      if (created.includes(table)) continue;
      for (const action of splitList(actions)) {
        const [, check = '', column = ''] = NOT_NULL_CHECK.exec(action) ?? [];
        if (check) checks.set(`${table}.${check}`, `${table}.${column}`);
        const [, validates] = /^validate constraint (\S+)/.exec(action) ?? [];
        validated.add(checks.get(`${table}.${validates}`) ?? '');
        const [, notNull] = /^alter (?:column )?(\S+) set not null/.exec(action) ?? [];
        if (notNull && !validated.has(`${table}.${notNull}`)) {
          broken.push(`sets ${table}.${notNull} "not null" without a validated check`);
        }
        const rules = contract ? BLOCKING_STEPS : [...CONTRACT_STEPS, ...BLOCKING_STEPS];
        for (const [rule, what] of rules) if (rule.test(action)) broken.push(`${what}: ${table} ${action}`);
      }
    }
    return broken.map((what) => `${name}: ${what}`);
  });
}

/**
 * Returns the statements without comments, string literals and function bodies, in lower case, whitespace collapsed.
 * The body of a `do` counts as statements.
 */
const toStatements = (text: string): string[] =>
  text
    .replaceAll(/\bdo\s+(\$\w*\$)([\s\S]*?)\1/gi, '$2')
    .replaceAll(NOISE, (match) => (/^(--|\/\*)/.test(match) ? ' ' : "''"))
    .replaceAll('"', '')
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');

/** Splits at commas outside of parentheses. */
function splitList(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim());
}

function isBefore(version: readonly string[], other: readonly string[]): boolean {
  const place = version.findIndex((part, index) => part !== other[index]);
  return place >= 0 && Number(version[place]) < Number(other[place]);
}
