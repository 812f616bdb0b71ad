import pg from 'pg';

/** The role of the application: the owner of its database, with no other rights. */
const APPLICATION_ROLE = 'hai_dang_app';

/** Serialises processes that start at the same time. */
const ROLE_LOCK = 7_310_004;
const LOCK_TIMEOUT = '10s';

/** Gives all that a superuser has made so far to the application, but for what belongs to an extension. */
const HAND_OVER = `
do $$
declare statement text;
begin
  if not exists (select from pg_roles where rolname = '${APPLICATION_ROLE}') then
    create role ${APPLICATION_ROLE} login nosuperuser nocreatedb nocreaterole;
  end if;
  if (select datdba from pg_database where datname = current_database()) <> '${APPLICATION_ROLE}'::regrole then
    execute format('alter database %I owner to ${APPLICATION_ROLE}', current_database());
  end if;
  for statement in
    select format('alter table %s owner to ${APPLICATION_ROLE}', c.oid::regclass) from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relowner <> '${APPLICATION_ROLE}'::regrole
        and (c.relkind in ('r', 'p', 'v', 'm') or c.relkind = 'S' and not exists (
          select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')))
        and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    union all
    select format('alter routine %s owner to ${APPLICATION_ROLE}', p.oid::regprocedure) from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.proowner <> '${APPLICATION_ROLE}'::regrole
        and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
  loop
    execute statement;
  end loop;
end $$`;

/**
 * Makes the role that the application signs in as, and makes it the owner of what there is; in a folder of an earlier
 * version that is everything, which its superuser had made. Several processes may do so at once.
 * @param superuser of a server that is up
 * @returns how the application reaches the same database
 */
export async function ensureApplicationRole<C extends pg.ClientConfig>(superuser: C): Promise<C & { user: string }> {
  const client = new pg.Client(superuser);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${ROLE_LOCK}); set local lock_timeout = '${LOCK_TIMEOUT}'`);
    // Without its role the application could not come back to a server that was killed, also where others may lose a commit.
    await client.query('set local synchronous_commit = on');
    await client.query(HAND_OVER);
    await client.query('commit');
  } finally {
    await client.end();
  }
  return { ...superuser, user: APPLICATION_ROLE };
}
