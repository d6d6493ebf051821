-- Queueing: each event is queued for the webhooks that want it, in the transaction of the change, so that neither is
-- lost alone.
--
-- Each statement queues all its events by a single insert. Where the account has no active webhook, it only reads the
-- list of webhooks. The queue numbers the events of a record in the order of its changes: the writer holds its lock.

create type private.happening as (
  account_id uuid,
  event text,
  subject uuid,
  kind text,
  changed text[],
  data jsonb
);
alter type private.happening owner to cairn_owner;

create function private.tags_of_record(account uuid, kind text, id uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (
      select r.tags from private.records r
      where r.account_id = account and r.kind = tags_of_record.kind and r.id = tags_of_record.id
    ),
    (
      select array(select jsonb_array_elements_text(b.record -> 'tags')::uuid)
      from public.binned_records b
      where b.account_id = account and b.kind = tags_of_record.kind and b.record_id = tags_of_record.id
    ),
    '{}'
  )
$$;
comment on function private.tags_of_record(uuid, text, uuid) is 'The tags of a record, also of one in the bin.';

create function private.has_webhooks(accounts uuid[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.webhooks w where w.account_id = any (accounts) and w.paused is null)
$$;
comment on function private.has_webhooks(uuid[]) is 'Whether one of these accounts has an active webhook.';

create function private.queue_for_webhooks(happened private.happening[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.webhook_queue (account_id, webhook_id, subject, event, payload)
  select
    h.account_id, w.id, h.subject, h.event,
    jsonb_build_object(
      'type', h.event,
      'timestamp', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'data', jsonb_strip_nulls(h.data) || jsonb_build_object('actor', (
        select jsonb_build_object(
          'id', private.caller_id(), 'name', private.name_of_member(h.account_id, private.caller_id())
        )
        where private.caller_id() is not null
      ))
    )
  from unnest(happened) with ordinality as h
  join public.webhooks w on w.account_id = h.account_id and w.paused is null and h.event = any (w.events)
  where (h.kind is null or w.kinds = '{}' or h.kind = any (w.kinds))
    and (h.event <> 'record.changed' or w.fields = '{}' or h.changed && w.fields)
    -- A change of the owner alone is one event.
    and not (h.event = 'record.changed' and h.changed = array['owner_id'] and 'owner.changed' = any (w.events))
    and (h.kind is null or w.tags = '{}' or w.tags && private.tags_of_record(h.account_id, h.kind, h.subject))
  order by h.ordinality
$$;
comment on function private.queue_for_webhooks(private.happening[]) is
  'Queues what happened for the webhooks of its account that want it, in this order, by the caller and now.';

create function private.owner_in_event(account uuid, owner jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case jsonb_typeof(owner)
    when 'string' then jsonb_build_object('id', owner, 'name', private.name_of_member(account, (owner #>> '{}')::uuid))
    when 'object' then owner
  end
$$;
comment on function private.owner_in_event(uuid, jsonb) is 'The owner of a record, as the history has it, with the name of a member.';

create function private.queue_changes_for_webhooks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() or not private.has_webhooks(array(select distinct c.account_id from changes c)) then
    return null;
  end if;
  perform private.queue_for_webhooks(array(
    select
      row(t.account_id, e.event, t.record_id, t.kind, t.fields, jsonb_build_object(
        'record', jsonb_build_object('kind', t.kind, 'id', t.record_id, 'name', t.record_name)
      ) || e.more)::private.happening
    from (
      select
        c.account_id, c.kind, c.record_id, c.record_name, c.action, min(c.changed_at) as moment,
        array_agg(c.field order by c.field) filter (where c.field <> 'handover') as fields,
        (array_agg(jsonb_build_object('before', c.before, 'after', c.after)) filter (where c.field = 'owner_id'))[1] as owner
      from changes c
      where c.kind in (select k.kind from private.kinds_of_catalogues() as k (kind))
      group by c.account_id, c.kind, c.record_id, c.record_name, c.action
    ) t
    cross join lateral (
      select
        1 as place,
        'record.' || case t.action when 'updated' then 'changed' else t.action end as event,
        case t.action when 'updated' then jsonb_build_object('changed', t.fields) else '{}' end as more
      where t.action <> 'updated' or t.fields is not null
      union all
      select 2, 'owner.changed', jsonb_build_object(
        'before', private.owner_in_event(t.account_id, t.owner -> 'before'),
        'after', private.owner_in_event(t.account_id, t.owner -> 'after')
      )
      where t.owner is not null
    ) e
    order by t.moment, t.record_id, e.place
  ));
  return null;
end
$$;
comment on function private.queue_changes_for_webhooks() is
  'Statement trigger: queues for webhooks what happened to records, once for each whatever the number of its fields.';

create trigger record_history_webhooks after insert on public.record_history
  referencing new table as changes
  for each statement execute function private.queue_changes_for_webhooks();

create function private.queue_handovers_for_webhooks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() or not private.has_webhooks(array(select distinct h.account_id from handed h)) then
    return null;
  end if;
  perform private.queue_for_webhooks(array(
    select
      row(h.account_id, tg_argv[0], h.record_id, h.kind, null, jsonb_build_object(
        'record', jsonb_build_object('kind', h.kind, 'id', h.record_id, 'name', r.name),
        'part', h.part,
        'giver', jsonb_build_object('id', h.giver_id, 'name', h.giver_name),
        'receiver', case
          when h.receiver_id is not null
          then jsonb_build_object('id', h.receiver_id, 'name', private.name_of_member(h.account_id, h.receiver_id))
          when h.invitation_id is not null then (
            select jsonb_build_object('id', i.id, 'name', i.name, 'invited', true)
            from public.pending_invitations i
            where i.account_id = h.account_id and i.id = h.invitation_id
          )
        end,
        'answer', nullif(h.state, 'pending')
      ))::private.happening
    from handed h
    join private.records r on r.account_id = h.account_id and r.kind = h.kind and r.id = h.record_id
    -- A new one is asked about even where its receiver made it; what is no longer pending was answered.
    where tg_op = 'INSERT' or h.state <> 'pending'
    order by h.record_id, h.part, h.receiver_id
  ));
  return null;
end
$$;
comment on function private.queue_handovers_for_webhooks() is
  'Statement trigger (event): queues for webhooks that a handover was asked for or answered.';

create trigger handovers_webhooks_asked after insert on public.handovers
  referencing new table as handed
  for each statement execute function private.queue_handovers_for_webhooks('handover.asked');
create trigger handovers_webhooks_answered after update on public.handovers
  referencing new table as handed
  for each statement execute function private.queue_handovers_for_webhooks('handover.answered');

create function private.queue_members_for_webhooks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.has_webhooks(array(select distinct m.account_id from members m)) then
    return null;
  end if;
  perform private.queue_for_webhooks(array(
    select
      row(m.account_id, tg_argv[0], m.user_id, null, null, jsonb_build_object(
        'member', jsonb_build_object('id', m.user_id, 'name', p.name, 'level', m.permission_level)
      ))::private.happening
    from members m
    left join public.profiles p on p.id = m.user_id
    order by m.user_id
  ));
  return null;
end
$$;
comment on function private.queue_members_for_webhooks() is
  'Statement trigger (event): queues for webhooks that members joined or left.';

create trigger account_members_webhooks_joined after insert on public.account_members
  referencing new table as members
  for each statement execute function private.queue_members_for_webhooks('member.joined');
create trigger account_members_webhooks_left after delete on public.account_members
  referencing old table as members
  for each statement execute function private.queue_members_for_webhooks('member.left');

create function private.queue_runs_for_webhooks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.has_webhooks(array(select distinct n.account_id from news n)) then
    return null;
  end if;
  perform private.queue_for_webhooks(array(
    select
      row(
        n.account_id,
        case n.event when 'late' then 'run.late' when 'failing' then 'run.failed' else 'run.back' end,
        h.record_id, h.kind, null,
        jsonb_build_object(
          'record', jsonb_build_object('kind', h.kind, 'id', h.record_id, 'name', r.name),
          'since', n.since
        )
      )::private.happening
    from news n
    join public.heartbeats h on h.account_id = n.account_id and h.id = n.heartbeat_id
    join private.records r on r.account_id = h.account_id and r.kind = h.kind and r.id = h.record_id
    where h.token_hash is not null and h.paused_at is null and not h.rests
      and not private.switched_off(h.account_id, h.kind)
    order by n.at, h.record_id
  ));
  return null;
end
$$;
comment on function private.queue_runs_for_webhooks() is
  'Statement trigger: queues for webhooks that an automation or agent is late, fails or is back.';

create trigger heartbeat_news_webhooks after insert on private.heartbeat_news
  referencing new table as news
  for each statement execute function private.queue_runs_for_webhooks();
