-- Figures for monitoring: how much waits, since when, and when each job last went well. No row of them is of an account
-- or a person. They are counted up to a bound, so that asking costs little when much waits.

create function private.operating_figures() returns jsonb
language sql stable security definer set search_path = ''
as $$
  with webhooks as (
    select
      (select count(*) from (select from private.webhook_queue limit 100000) as bounded) as waiting,
      (
        select min(oldest.created_at)
        from private.webhook_work w
        cross join lateral (
          select q.created_at from private.webhook_queue q where q.webhook_id = w.webhook_id order by q.number limit 1
        ) as oldest
      ) as oldest_at
  ),
  jobs as (
    select count(*) as waiting, min(j.due_at) as oldest_at
    from private.jobs j
    where j.due_at <= now() and (j.leased_until is null or j.leased_until <= now())
  ),
  queues as (
    select 'webhooks' as queue, w.waiting, w.oldest_at from webhooks w
    union all
    select 'jobs', j.waiting, j.oldest_at from jobs j
  ),
  failures as (
    select
      f.job,
      case when f.item is not null then 'item' when f.account_id is not null then 'account' else 'job' end as scope,
      f.state,
      count(*) as count
    from private.job_failures f
    group by 1, 2, 3
  )
  select jsonb_build_object(
    'queues', (
      select jsonb_agg(jsonb_build_object(
        'queue', q.queue,
        'count', q.waiting,
        'oldest_seconds', coalesce(extract(epoch from now() - q.oldest_at), 0)
      ))
      from queues q
    ),
    'jobs', (
      select coalesce(jsonb_agg(jsonb_build_object('job', j.name, 'well_at', extract(epoch from j.well_at))), '[]')
      from private.jobs j
    ),
    'failures', (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from failures f)
  )
$$;
comment on function private.operating_figures() is
  'For monitoring: queues and their age, when each job last went well, and how much of each fails.';

grant execute on function private.operating_figures() to supabase_auth_admin;
