import type { ClientBase } from 'pg';

interface DroppedObject {
  name: string;
  drop: string;
  restore: string;
}

/** Foreign keys of these tables: checked once for all rows it takes seconds, row by row minutes. */
const FOREIGN_KEYS = `
  select 'foreign key ' || conname as name,
         format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
  from pg_constraint where contype = 'f' and conrelid = any($1::regclass[]) order by conname`;

/** Indexes of these tables but for those of constraints: built at once they are faster and smaller. */
const INDEXES = `
  select 'index ' || i.indexrelid::regclass as name,
         format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as restore
  from pg_index i where i.indrelid = any($1::regclass[])
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))
  order by i.indexrelid::regclass::text`;

/** These statements may take minutes; without statistics of what is loaded, nested loops over it would take hours. */
const SETTINGS = `
  set local enable_nestloop = off;
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local synchronous_commit = off;
  set local maintenance_work_mem = '256MB';
  set local work_mem = '64MB'`;

/**
 * Runs `load` in one transaction with the triggers of these tables disabled and their indexes and foreign keys dropped;
 * afterwards it restores all of them and rebuilds the counters. The tables are locked meanwhile.
 * @param onStep called with each step that starts
 * @param rebuildCounters the statements that do so; all counters unless stated, null where counters are among what is loaded
 */
export async function bulkLoad(
  client: ClientBase,
  tables: readonly string[],
  load: () => Promise<void>,
  onStep: (step: string) => void,
  rebuildCounters: string | null = 'select rebuild_counters()',
): Promise<void> {
  const each = async (statement: (table: string) => string) => {
    for (const table of tables) await client.query(statement(table));
  };
  await client.query('begin');
  try {
    await client.query(SETTINGS);
    await each((table) => `lock table ${table} in access exclusive mode`);
    const dropped: DroppedObject[] = [];
    for (const query of [FOREIGN_KEYS, INDEXES])
      dropped.push(...(await client.query<DroppedObject>(query, [tables])).rows);
    await each((table) => `alter table ${table} disable trigger user`);
    for (const { drop } of dropped) await client.query(drop);
    await load();
    // The counters come before the indexes, for those of reports are many rows themselves.
    if (rebuildCounters !== null) {
      onStep('computing the counters');
      await client.query(rebuildCounters);
    }
    // In reverse, so that an index exists before the foreign keys that need it.
    for (const { name, restore } of dropped.toReversed()) {
      onStep(name);
      await client.query(restore);
    }
    await each((table) => `alter table ${table} enable trigger user`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
  // Outside the transaction: fresh statistics, and pages marked as visible to all.
  for (const table of tables) {
    onStep(`vacuum ${table}`);
    await client.query(`vacuum (analyze) ${table}`);
  }
}
