import type postgres from 'postgres'
import { EXAMPLE_NOW } from '../example-works.ts'

/** Three agents that a script has found. */
export async function arrangeFound(database: postgres.Sql, domain: string): Promise<void> {
  await database`
    insert into public.found_records (account_id, kind, source, source_id, name, owner, first_seen_at, last_seen_at)
    select d.account_id, 'agent', 'Power Platform', f.name, f.name, f.owner, ${EXAMPLE_NOW}, ${EXAMPLE_NOW}
    from
      public.account_domains as d,
      (values ('Travel Desk', ${`kim@${domain}`}), ('Meeting Notes', null), ('Vacation Helper', 'Facilities')) as f (name, owner)
    where d.domain = ${domain}
    on conflict do nothing`
}

/** The first two automations report: one well, one that fails since its last run. */
export async function arrangeReports(database: postgres.Sql, domain: string): Promise<void> {
  await database`
    with reporting as (
      insert into public.heartbeats (account_id, kind, record_id, token_hash, status, last_at, last_seconds, runs, due_at)
      select
        a.account_id, 'automation', a.id, a.id::text, case place when 1 then 'up' else 'failing' end,
        ${EXAMPLE_NOW}::timestamptz - interval '12 minutes', 38, 30, null
      from (
        select o.*, row_number() over (order by o.created_at desc) as place
        from public.automations o
        join public.account_domains d on d.account_id = o.account_id and d.domain = ${domain}
      ) a
      where a.place <= 2
      on conflict do nothing
      returning id, account_id, status, last_at
    )
    insert into public.runs (heartbeat_id, account_id, number, outcome, started_at, ended_at, at)
    select
      r.id, r.account_id, n, case when r.status = 'failing' and n = 30 or n = 11 then 'failure' else 'success' end,
      r.last_at - make_interval(hours => 30 - n, secs => 20 + n % 7), r.last_at - make_interval(hours => 30 - n),
      r.last_at - make_interval(hours => 30 - n)
    from reporting r
    cross join generate_series(1, 30) as n`
}

/** Two webhooks: one whose receiver takes everything, one that is failing, with a log. */
export async function arrangeWebhooks(database: postgres.Sql, domain: string): Promise<void> {
  await database`
    with made as (
      insert into public.webhooks (account_id, name, url, format, events, kinds, owner_id, created_at)
      select d.account_id, w.name, w.url, w.format, w.events, w.kinds, null, ${EXAMPLE_NOW}::timestamptz - interval '40 days'
      from
        public.account_domains as d,
        (
          values
            (
              'Asset inventory', 'https://inventory.works.example/hooks/cairn', 'standard',
              array['record.created', 'record.changed', 'record.deleted'], array['system']
            ),
            (
              'Channel of the IT team', 'https://hooks.slack.com/services/T0/B0/example', 'slack',
              array['owner.changed', 'run.late', 'run.failed', 'run.back'], array[]::text[]
            )
        ) as w (name, url, format, events, kinds)
      where d.domain = ${domain}
        and not exists (select from public.webhooks o where o.account_id = d.account_id)
      returning id, account_id, format
    ), work as (
      insert into private.webhook_work (account_id, webhook_id, failing_since, delivered_at)
      select
        account_id, id, case format when 'standard' then ${EXAMPLE_NOW}::timestamptz - interval '2 hours' end,
        ${EXAMPLE_NOW}::timestamptz - case format when 'standard' then interval '1 day' else interval '12 minutes' end
      from made
    )
    insert into public.webhook_deliveries (
      account_id, webhook_id, message_id, subject, event, record, attempt, at, milliseconds, failure, status, request_headers,
      request_body, answer_body
    )
    select
      m.account_id, m.id, gen_random_uuid(), s.id, 'record.changed',
      jsonb_build_object('kind', 'system', 'id', s.id, 'name', s.name), case when n <= 3 then 4 - n else 1 end,
      ${EXAMPLE_NOW}::timestamptz - n * interval '40 minutes', 60 + n * 7 % 50, case when n <= 3 then 'answer' end,
      case when n <= 3 then 503 else 200 end, '{"content-type": "application/json"}', '{}', 'ok'
    from made m
    cross join generate_series(1, 6) as n
    join lateral (
      select s.id, s.name from public.systems s where s.account_id = m.account_id order by s.name offset n % 3 limit 1
    ) s on true
    where m.format = 'standard'`
}
