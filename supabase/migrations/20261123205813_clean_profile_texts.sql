-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create function private.display_lines(value text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(
    replace(value, e'\r\n', e'\n'),
    '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]',
    '', 'g'
  )
$$;
comment on function private.display_lines(text) is
  'Text of several lines without control, direction and invisible characters.';
alter function private.display_lines(text) owner to cairn_definer;
grant execute on function private.display_lines(text) to authenticated, service_role, cairn_owner;
create function private.clean_profile_texts() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.bio is distinct from old.bio then
    new.bio := private.display_lines(new.bio);
  end if;
  if tg_op = 'INSERT' or new.job_role is distinct from old.job_role then
    new.job_role := private.display_text(new.job_role);
  end if;
  if tg_op = 'INSERT' or new.department is distinct from old.department then
    new.department := private.display_text(new.department);
  end if;
  return new;
end
$$;
comment on function private.clean_profile_texts() is
  'Trigger: biography, job role and department lose control, direction and invisible characters.';
alter function private.clean_profile_texts() owner to cairn_definer;
create trigger profiles_clean_texts before insert or update of bio, job_role, department on public.profiles
  for each row execute function private.clean_profile_texts();
