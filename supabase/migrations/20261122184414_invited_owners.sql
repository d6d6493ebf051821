-- Owners who are invited: an invitation owns a record until its person joins, and the record is theirs from then on.
-- An invitation that is revoked, deleted or expired owns nothing: the record is without an owner.
--
-- Whoever may set the owner reads the names of the invited people, and every member the names of those who own something.
-- Addresses stay with the admins.

-- One that is just being answered counts as closed: waiting for it would be waiting for somebody who may wait for the
-- record. The others stay open until the transaction ends.
create function private.hold_open_invitation(account uuid, invitation uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.pending_invitations i
  where i.account_id = account and i.id = invitation
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
  for share skip locked;
  return found;
end
$$;
comment on function private.hold_open_invitation(uuid, uuid) is
  'Whether an account has such an open invitation, which then stays open until the transaction ends.';

create function public.get_invited_people() returns table (id uuid, name text)
language sql stable security definer set search_path = ''
as $$
  select i.id, i.name
  from public.pending_invitations i
  where i.account_id = private.my_account()
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    and (
      private.my_rank() >= 1
      or exists (select from public.systems r where r.account_id = i.account_id and r.invited_owner_id = i.id)
      or exists (select from public.solutions r where r.account_id = i.account_id and r.invited_owner_id = i.id)
      or exists (select from public.agents r where r.account_id = i.account_id and r.invited_owner_id = i.id)
      or exists (select from public.automations r where r.account_id = i.account_id and r.invited_owner_id = i.id)
    )
  order by lower(i.name), i.id
$$;
comment on function public.get_invited_people() is
  'Who has an open invitation to the caller''s account, by name: those who own a record, and from level user on all of them.';

-- Setting an owner

-- Clients that know nothing of invited owners send the owner alone.
create function private.settle_owner() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.owner_id is not null and new.owner_id is distinct from old.owner_id
    and new.invited_owner_id is not distinct from old.invited_owner_id
  then
    new.invited_owner_id := null;
  elsif new.invited_owner_id is not null and new.invited_owner_id is distinct from old.invited_owner_id
    and new.owner_id is not distinct from old.owner_id
  then
    new.owner_id := null;
  end if;
  return new;
end
$$;
comment on function private.settle_owner() is 'Trigger: whoever was named last is the owner, a member or somebody invited.';

-- Not for people: what they send is refused. A record that the server puts back comes without an owner who cannot join.
create function private.forget_closed_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.hold_open_invitation(new.account_id, new.invited_owner_id) then
    new.invited_owner_id := null;
  end if;
  return new;
end
$$;
comment on function private.forget_closed_invitation() is
  'Trigger: a record that is put back has no invited owner whose invitation is over.';

-- Before the foreign key, which would wait. What a stranger sends is refused by row security instead: this would tell
-- them which invitations exist.
create function private.require_open_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' and new.account_id is distinct from private.my_account()
    or private.hold_open_invitation(new.account_id, new.invited_owner_id)
  then
    return new;
  end if;
  raise exception 'This invitation is no longer open.'
    using errcode = '23503', hint = 'Choose another owner.';
end
$$;
comment on function private.require_open_invitation() is
  'Trigger: only somebody with an open invitation of the account can be the invited owner.';

-- When an invitation ends

create function private.hand_to_invited(account uuid, invitation uuid, owner uuid, next_invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.systems r set owner_id = owner, invited_owner_id = next_invitation
  where r.account_id = account and r.invited_owner_id = invitation;
  update public.solutions r set owner_id = owner, invited_owner_id = next_invitation
  where r.account_id = account and r.invited_owner_id = invitation;
  update public.agents r set owner_id = owner, invited_owner_id = next_invitation
  where r.account_id = account and r.invited_owner_id = invitation;
  update public.automations r set owner_id = owner, invited_owner_id = next_invitation
  where r.account_id = account and r.invited_owner_id = invitation;
end
$$;
comment on function private.hand_to_invited(uuid, uuid, uuid, uuid) is
  'What an invitation owns gets this owner, or this invitation, or neither.';

create function private.make_owner_of_promised() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
begin
  select m.user_id into person
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = new.account_id and lower(p.email) = new.email
  order by m.user_id = private.caller_id() desc
  limit 1;
  perform private.hand_to_invited(new.account_id, new.id, person, null);
  return null;
end
$$;
comment on function private.make_owner_of_promised() is 'Trigger: whoever joins owns what their invitation did.';

create function private.leave_without_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A renewed invitation hands over to the new one itself.
  if old.id::text is distinct from nullif(current_setting('cairn.renewed_invitation', true), '') then
    perform private.hand_to_invited(old.account_id, old.id, null, null);
  end if;
  return coalesce(new, old);
end
$$;
comment on function private.leave_without_owner() is 'Trigger: an invitation that is over owns nothing.';

create function private.follow_renewed_invitation(former uuid, next_invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_non_owner();
  perform private.hand_to_invited(f.account_id, f.id, null, n.id)
  from public.pending_invitations f
  join public.pending_invitations n on n.account_id = f.account_id and n.email = f.email
  where f.id = former and n.id = next_invitation and f.account_id = private.my_account();
end
$$;
comment on function private.follow_renewed_invitation(uuid, uuid) is
  'For admins: what an invitation of the account owned belongs to the next one to the same address.';

create or replace function public.renew_invitation(invitation_id_param uuid) returns json
language plpgsql set search_path = ''
as $$
declare
  former public.pending_invitations;
  renewed jsonb;
begin
  perform private.refuse_non_owner();
  select i.* into former
  from public.pending_invitations i
  where i.id = invitation_id_param and i.accepted_at is null and i.declined_at is null;
  if not found then
    raise exception 'There is no such open invitation.'
      using errcode = 'PT404', hint = 'It was accepted or revoked in the meantime.';
  end if;
  perform set_config('cairn.renewed_invitation', former.id::text, true);
  update public.pending_invitations set declined_at = now() where id = former.id;
  renewed := public.invite_member(
    former.email, former.name, former.job_role, former.department, former.permission_level
  )::jsonb;
  perform private.follow_renewed_invitation(former.id, (renewed ->> 'id')::uuid);
  perform set_config('cairn.renewed_invitation', '', true);
  return jsonb_build_object('email', former.email, 'name', former.name) || renewed;
end
$$;

create trigger pending_invitations_give_records after update on public.pending_invitations
  for each row when (old.accepted_at is null and new.accepted_at is not null)
  execute function private.make_owner_of_promised();
create trigger pending_invitations_leave_records after update on public.pending_invitations
  for each row when (old.declined_at is null and new.declined_at is not null)
  execute function private.leave_without_owner();
-- As cairn_owner the whole account goes.
create trigger pending_invitations_leave_records_on_delete before delete on public.pending_invitations
  for each row when (current_user <> 'cairn_owner' and old.accepted_at is null and old.declined_at is null)
  execute function private.leave_without_owner();

-- The history says who was invited, for an invitation goes, and its name with it: {"id", "name", "invited": true}.

create function private.owner_in_history(record jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    nullif(record -> 'owner_id', 'null'),
    (
      select jsonb_build_object('id', i.id, 'name', i.name, 'invited', true)
      from public.pending_invitations i
      where i.id = (record ->> 'invited_owner_id')::uuid
    ),
    'null'
  )
$$;
comment on function private.owner_in_history(jsonb) is
  'The owner of a record as the history keeps it: the id of a member, or {"id", "name", "invited"} of somebody invited.';

create or replace function private.keep_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- A run of an automation or a use of an agent is no change of it.
  unnoted constant text[] := array[
    'id', 'account_id', 'created_at', 'created_by', 'updated_at', 'updated_by', 'last_used', 'last_run'
  ];
  -- Two columns, and one owner.
  of_owner constant text[] := array['owner_id', 'invited_owner_id'];
  was constant jsonb := to_jsonb(old);
  is_now constant jsonb := to_jsonb(new);
  record constant jsonb := coalesce(is_now, was);
  moment constant timestamptz := clock_timestamp();
begin
  insert into public.record_history (
    account_id, kind, record_id, record_name, action, field, before, after, changed_by, changed_at, concerned
  )
  select
    (record ->> 'account_id')::uuid,
    tg_argv[0],
    (record ->> 'id')::uuid,
    coalesce(record ->> 'name', record ->> 'title'),
    case tg_op when 'INSERT' then 'created' when 'DELETE' then 'deleted' else 'updated' end,
    change.field,
    private.history_value(change.before),
    private.history_value(change.after),
    private.caller_id(),
    moment,
    array(
      select distinct person::uuid
      from unnest(array['owner_id', 'created_by', 'author_id']) as role, unnest(array[was ->> role, is_now ->> role]) as person
      where person is not null
    )
  from (
    select null as field, null::jsonb as before, null::jsonb as after
    where tg_op <> 'UPDATE'
    union all
    select n.key, was -> n.key, n.value
    from jsonb_each(is_now) n
    where tg_op = 'UPDATE' and n.key <> all (unnoted || of_owner) and n.value is distinct from was -> n.key
    union all
    select 'owner_id', owner.before, owner.after
    from (select private.owner_in_history(was) as before, private.owner_in_history(is_now) as after) owner
    where tg_op = 'UPDATE' and tg_argv[0] <> 'article'
      and (was -> 'owner_id', was -> 'invited_owner_id')
        is distinct from (is_now -> 'owner_id', is_now -> 'invited_owner_id')
      -- A renewed invitation is another one of the same person.
      and coalesce(owner.before ->> 'name', owner.before #>> '{}')
        is distinct from coalesce(owner.after ->> 'name', owner.after #>> '{}')
  ) change;
  return null;
end
$$;

alter function private.hold_open_invitation(uuid, uuid) owner to cairn_definer;
alter function public.get_invited_people() owner to cairn_definer;
alter function private.settle_owner() owner to cairn_definer;
alter function private.forget_closed_invitation() owner to cairn_definer;
alter function private.require_open_invitation() owner to cairn_definer;
alter function private.hand_to_invited(uuid, uuid, uuid, uuid) owner to cairn_definer;
alter function private.make_owner_of_promised() owner to cairn_definer;
alter function private.leave_without_owner() owner to cairn_definer;
alter function private.follow_renewed_invitation(uuid, uuid) owner to cairn_definer;
alter function private.owner_in_history(jsonb) owner to cairn_definer;
revoke all on function public.get_invited_people() from public, anon, authenticated, service_role;
grant execute on function public.get_invited_people() to authenticated;
-- Checks its caller, and is called by renew_invitation, which runs as them.
grant execute on function private.follow_renewed_invitation(uuid, uuid) to authenticated;

-- In the order of their names: the owner is settled, then tried, and all of it comes before the stamp.

create trigger systems_owner before insert or update of owner_id, invited_owner_id on public.systems
  for each row execute function private.settle_owner();
create trigger systems_owner_invited before insert on public.systems
  for each row when (current_user = 'authenticated' and new.invited_owner_id is not null)
  execute function private.require_open_invitation();
create trigger systems_owner_invited_later before update of owner_id, invited_owner_id on public.systems
  for each row when (new.invited_owner_id is not null and new.invited_owner_id is distinct from old.invited_owner_id)
  execute function private.require_open_invitation();
create trigger systems_owner_put_back before insert on public.systems
  for each row when (current_user <> 'authenticated' and new.invited_owner_id is not null)
  execute function private.forget_closed_invitation();
grant insert (invited_owner_id), update (invited_owner_id) on public.systems to authenticated;

create trigger solutions_owner before insert or update of owner_id, invited_owner_id on public.solutions
  for each row execute function private.settle_owner();
create trigger solutions_owner_invited before insert on public.solutions
  for each row when (current_user = 'authenticated' and new.invited_owner_id is not null)
  execute function private.require_open_invitation();
create trigger solutions_owner_invited_later before update of owner_id, invited_owner_id on public.solutions
  for each row when (new.invited_owner_id is not null and new.invited_owner_id is distinct from old.invited_owner_id)
  execute function private.require_open_invitation();
create trigger solutions_owner_put_back before insert on public.solutions
  for each row when (current_user <> 'authenticated' and new.invited_owner_id is not null)
  execute function private.forget_closed_invitation();
grant insert (invited_owner_id), update (invited_owner_id) on public.solutions to authenticated;

create trigger agents_owner before insert or update of owner_id, invited_owner_id on public.agents
  for each row execute function private.settle_owner();
create trigger agents_owner_invited before insert on public.agents
  for each row when (current_user = 'authenticated' and new.invited_owner_id is not null)
  execute function private.require_open_invitation();
create trigger agents_owner_invited_later before update of owner_id, invited_owner_id on public.agents
  for each row when (new.invited_owner_id is not null and new.invited_owner_id is distinct from old.invited_owner_id)
  execute function private.require_open_invitation();
create trigger agents_owner_put_back before insert on public.agents
  for each row when (current_user <> 'authenticated' and new.invited_owner_id is not null)
  execute function private.forget_closed_invitation();
grant insert (invited_owner_id), update (invited_owner_id) on public.agents to authenticated;

create trigger automations_owner before insert or update of owner_id, invited_owner_id on public.automations
  for each row execute function private.settle_owner();
create trigger automations_owner_invited before insert on public.automations
  for each row when (current_user = 'authenticated' and new.invited_owner_id is not null)
  execute function private.require_open_invitation();
create trigger automations_owner_invited_later before update of owner_id, invited_owner_id on public.automations
  for each row when (new.invited_owner_id is not null and new.invited_owner_id is distinct from old.invited_owner_id)
  execute function private.require_open_invitation();
create trigger automations_owner_put_back before insert on public.automations
  for each row when (current_user <> 'authenticated' and new.invited_owner_id is not null)
  execute function private.forget_closed_invitation();
grant insert (invited_owner_id), update (invited_owner_id) on public.automations to authenticated;

-- What is stamped follows the new column.
drop trigger agents_stamp on public.agents;
create trigger agents_stamp
  before insert or update of
    name, platform, description, status, owner_id, invited_owner_id, updated_by, updated_at on public.agents
  for each row execute function private.stamp_record();
drop trigger automations_stamp on public.automations;
create trigger automations_stamp
  before insert or update of
    name, source, description, status, webhook_url, owner_id, invited_owner_id, updated_by, updated_at on public.automations
  for each row execute function private.stamp_record();
