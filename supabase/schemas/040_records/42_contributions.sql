-- Contributions: how many records a member created that still exist.
--
-- Triggers on all five kinds keep the figure, once for a statement, so that a thousand rows at once are one change of
-- it. Who finds the member's row free changes the figure there. Who finds it locked leaves their part beside it and
-- waits for nobody: a member's programs can add records side by side. The next change of the figure takes in what was
-- left, and so does the server every few seconds. Those who read the figure through functions add what is left.

create table private.contributions_to_count (
  account_id uuid not null,
  user_id uuid not null,
  records integer not null
);
create index contributions_to_count_user_idx on private.contributions_to_count (user_id);
comment on table private.contributions_to_count is
  'Parts of counts of contributions that found the row of their member locked. No keys: a writer waits for no other.';

create function private.count_contributions(changes private.contributions_to_count[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  people constant uuid[] := array(select c.user_id from unnest(changes) c);
  free uuid[] := '{}';
begin
  -- Elsewhere what is left by others is not seen, and a row that another transaction has changed cannot be locked.
  if current_setting('transaction_isolation') = 'read committed' then
    free := array(
      select m.user_id
      from public.account_members m
      where m.user_id = any (people)
      order by m.user_id
      for no key update skip locked
    );
  end if;
  insert into private.contributions_to_count (account_id, user_id, records)
  select c.account_id, c.user_id, c.records
  from unnest(changes) c
  where c.user_id <> all (free) and c.records <> 0;
  -- Statements of their own: they see the rows as they are once they are locked.
  with taken as (
    delete from private.contributions_to_count t where t.user_id = any (free)
    returning t.account_id, t.user_id, t.records
  )
  update public.account_members m
  set contribution_count = greatest(m.contribution_count + d.records, 0)
  from (
    select s.account_id, s.user_id, sum(s.records)::integer as records
    from (select c.* from unnest(changes) c union all select t.* from taken t) s
    group by s.account_id, s.user_id
  ) d
  where m.account_id = d.account_id and m.user_id = d.user_id and m.user_id = any (free);
end
$$;
comment on function private.count_contributions(private.contributions_to_count[]) is
  'Adds to the counts of members whose rows are free, with what others have left of theirs; leaves the rest beside them.';

create function private.count_left_contributions(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.count_contributions(array(
    select distinct row(t.account_id, t.user_id, 0)::private.contributions_to_count
    from private.contributions_to_count t
    where t.account_id = account
  ));
  delete from private.contributions_to_count t
  where t.account_id = account
    and not exists (
      select from public.account_members m where m.account_id = t.account_id and m.user_id = t.user_id
    );
end
$$;
comment on function private.count_left_contributions(uuid) is
  'Takes into the counts of an account what was left beside them, but for members whose rows are locked now.';
grant execute on function private.count_left_contributions(uuid) to supabase_auth_admin;

create function private.left_contributions(person uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(t.records), 0)::integer from private.contributions_to_count t where t.user_id = person
$$;
comment on function private.left_contributions(uuid) is 'The contributions that the count of a member does not include yet.';

create function private.tally_contributions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  one constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  changes private.contributions_to_count[];
begin
  -- Only the branch that is taken has to fit the table.
  if tg_argv[0] = 'author_id' then
    changes := array(
      select row(t.account_id, t.author_id, one * count(*))::private.contributions_to_count
      from touched t
      where t.author_id is not null
      group by t.account_id, t.author_id
    );
  else
    changes := array(
      select row(t.account_id, t.created_by, one * count(*))::private.contributions_to_count
      from touched t
      where t.created_by is not null
      group by t.account_id, t.created_by
    );
  end if;
  if cardinality(changes) > 0 then
    perform private.count_contributions(changes);
  end if;
  return null;
end
$$;
comment on function private.tally_contributions() is
  'Statement trigger (column of the creator): adds the rows that were added to their creators'' counts, or takes off those deleted.';

-- Only the server's own functions name another creator of a record afterwards.
create function private.move_contribution() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.count_contributions(array(
    select row(c.account_id, c.user_id, c.records)::private.contributions_to_count
    from (
      values
        (old.account_id, (to_jsonb(old) ->> tg_argv[0])::uuid, -1),
        (new.account_id, (to_jsonb(new) ->> tg_argv[0])::uuid, 1)
    ) as c (account_id, user_id, records)
    where c.user_id is not null
  ));
  return null;
end
$$;
comment on function private.move_contribution() is
  'Trigger (column of the creator): a record that changes its creator changes both counts.';

create function private.drop_left_contributions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.contributions_to_count t where t.user_id = old.user_id;
  return null;
end
$$;
comment on function private.drop_left_contributions() is
  'Trigger: a member who goes takes along what their count does not have yet.';

create trigger account_members_left_contributions_go after delete on public.account_members
  for each row execute function private.drop_left_contributions();
create trigger knowledge_articles_tally_added after insert on public.knowledge_articles
  referencing new table as touched
  for each statement execute function private.tally_contributions('author_id');
create trigger knowledge_articles_tally_deleted after delete on public.knowledge_articles
  referencing old table as touched
  for each statement when (current_user <> 'cairn_owner') execute function private.tally_contributions('author_id');
create trigger knowledge_articles_tally_moved after update of author_id, account_id on public.knowledge_articles
  for each row
  when (
    current_user <> 'cairn_owner' and (old.account_id, old.author_id) is distinct from (new.account_id, new.author_id)
  )
  execute function private.move_contribution('author_id');

-- Only foreign keys run as cairn_owner: the member or the whole account goes, and the figure with it.
create trigger records_tally_added after insert on private.records
  referencing new table as touched
  for each statement execute function private.tally_contributions('created_by');
create trigger records_tally_deleted after delete on private.records
  referencing old table as touched
  for each statement when (current_user <> 'cairn_owner') execute function private.tally_contributions('created_by');
create trigger records_tally_moved after update of created_by, account_id on private.records
  for each row
  when (
    current_user <> 'cairn_owner' and (old.account_id, old.created_by) is distinct from (new.account_id, new.created_by)
  )
  execute function private.move_contribution('created_by');

alter table private.contributions_to_count enable row level security;
alter table private.contributions_to_count force row level security;

grant select, insert, delete on private.contributions_to_count to cairn_definer;
