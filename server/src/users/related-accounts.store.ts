import { RELATED_ACCOUNTS_MAX, RELATED_SHARED_MAX } from '@hai-dang/contract/constants.ts';
import type { Relation } from '@hai-dang/contract/users/related-accounts.schema.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../lib/db/database.ts';
import { SUMMARY_COLUMNS, type UserSummaryRow } from './users.listing.store.ts';

/** The latest of an account's IPs and sessions that count. */
const LATEST = 20;
/** An account may have many sessions on one device; of what has more than these, nobody is related. */
const SESSIONS_READ = 1_000;
/** Shorter names and e-mails are alike by chance. */
const KEY_MIN_CHARS = 5;

export interface RelatedAccountRow extends UserSummaryRow {
  relations: Relation[];
}

/** The keys of names and e-mails, by which they are alike. */
interface Keys {
  name: string;
  email: string;
}

/** A relation of all accounts that share something, unless too many do. @param who up to one more account than may share it */
const sharedBy = (relation: Relation, who: RawBuilder<unknown>) => sql`
  select unnest(shared.ids) as user_id, ${sql.lit(relation)} as relation
  from (select array_agg(distinct user_id) as ids from (${who}) sharing) shared
  where cardinality(shared.ids) <= ${sql.lit(RELATED_SHARED_MAX)}`;

const MOST = sql.lit(RELATED_SHARED_MAX + 1);

const withKey = (key: 'name_key(username)' | 'email_key(email)', value: string) => sql`
  select id as user_id from users where ${sql.raw(key)} = ${value} and char_length(${value}) >= ${sql.lit(KEY_MIN_CHARS)}
  limit ${MOST}`;

export const relatedAccountsStore = {
  /** Finds the keys that compare the name and the e-mail of an account; undefined where there is no such account. */
  async findKeys(db: DbOrTx, id: string): Promise<Keys | undefined> {
    const { rows } = await sql<Keys>`
      select name_key(username) as name, email_key(email) as email from users where id = ${id}`.execute(db);
    return rows[0];
  },

  /** App users' accounts that have something in common with one, at most one more than are listed. */
  async findRelated(db: DbOrTx, id: string, { name, email }: Keys): Promise<RelatedAccountRow[]> {
    const columns = sql.join(SUMMARY_COLUMNS.map((column) => sql.ref(`u.${column}`)));
    const { rows } = await sql<RelatedAccountRow>`
      with own_ips as materialized (
        select ip from sign_in_ips where user_id = ${id} order by last_at desc limit ${sql.lit(LATEST)}),
      own_devices as materialized (
        select distinct ip_network(ip) as network, user_agent from (
          select ip, user_agent from sessions where user_id = ${id} and user_agent <> '' order by last_used_at desc
          limit ${sql.lit(LATEST)}) latest),
      found as (
        select of_ip.* from own_ips cross join lateral (${sharedBy(
          'ip',
          sql`select user_id from sign_in_ips s where s.ip = own_ips.ip limit ${MOST}`,
        )}) of_ip
        union all
        select of_device.* from own_devices cross join lateral (${sharedBy(
          'device',
          sql`select user_id from sessions s
              where ip_network(s.ip) = own_devices.network and s.user_agent = own_devices.user_agent
              limit ${sql.lit(SESSIONS_READ)}`,
        )}) of_device
        union all ${sharedBy('name', withKey('name_key(username)', name))}
        union all ${sharedBy('email', withKey('email_key(email)', email))}),
      related as materialized (
        select user_id, array_agg(distinct relation) as relations from found where user_id <> ${id} group by user_id)
      select ${columns}, related.relations
      from related cross join lateral (select * from users where id = related.user_id and role = 'user' offset 0) u
      order by cardinality(related.relations) desc, u.created_at desc, u.id desc
      limit ${sql.lit(RELATED_ACCOUNTS_MAX + 1)}`.execute(db);
    return rows;
  },
};
