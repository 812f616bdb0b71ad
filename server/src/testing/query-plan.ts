import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Db, Schema } from '../lib/db/database.ts';

/** A step of a plan, as EXPLAIN gives it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

interface Plan {
  /** The indexes that it reads. */
  readonly indexes: readonly string[];
  readonly isSorted: boolean;
  /** The tables that it reads as a whole. */
  readonly scanned: readonly string[];
}

/**
 * Says how PostgreSQL runs what a store queries. It counts the rows first, so that a plan is that of the rows that stand
 * and not of when PostgreSQL counted them last.
 */
export async function openPlanReader(pool: pg.Pool) {
  await pool.query('analyze');
  const queries: CompiledQuery[] = [];
  const db: Db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void queries.push(query),
  });
  /** The plan of the last statement of `work`, which queries the given database. */
  return async (work: (db: Db) => Promise<unknown>): Promise<Plan> => {
    await work(db);
    const query = queries.pop();
    const { rows } = await pool.query(`explain (format json) ${query?.sql}`, [...(query?.parameters ?? [])]);
    const nodes = nodesOf(rows[0]?.['QUERY PLAN']?.[0]?.Plan);
    return {
      indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
      isSorted: nodes.some((node) => node['Node Type'] === 'Sort'),
      scanned: nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : [])),
    };
  };
}
