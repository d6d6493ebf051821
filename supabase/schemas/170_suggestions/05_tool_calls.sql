-- Calls of tools: what assistants do in somebody's name is in the audit log, by the name of the tool and never by what was
-- asked. The same call tells the server what the token may, so that a tool can say which scope it misses. Only assistants
-- call tools, so a person who has signed in enters nothing here.

-- A test compares them with the tools of the server.
create function private.tools_of_assistants() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    'search', 'fetch', 'get_record', 'who_knows', 'what_depends_on', 'gaps_and_late', 'what_changed', 'list_records',
    'describe_fields', 'list_teams', 'suggest_edit', 'suggest_relation', 'plan_maintenance'
  ]
$$;
comment on function private.tools_of_assistants() is 'The names of the tools that assistants find.';

create function public.note_tool_call(tool text, client text default '') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if account is null then
    raise exception 'Only members of an account can use tools.'
      using errcode = '42501', detail = 'tool.members_only', hint = 'Join an account first.';
  end if;
  if private.is_unscoped() then
    raise exception 'Only assistants call tools.'
      using errcode = '42501', detail = 'tool.assistants_only', hint = 'Connect one with a token or by signing in.';
  end if;
  if not coalesce(tool = any (private.tools_of_assistants()), false) then
    raise exception 'There is no such tool.' using errcode = '22023', detail = 'tool.unknown';
  end if;
  if not private.count_against_limit('tool calls of ' || private.caller_id(), 120) then
    raise exception 'Too many tools were called.'
      using errcode = 'PT429', detail = 'tool.too_many_calls', hint = 'Wait a minute, then try again.';
  end if;
  perform private.write_audit(
    account, private.caller_id(), 'assistant_tool_called', 'assistant_tool', tool,
    jsonb_strip_nulls(jsonb_build_object(
      'client', nullif(private.display_text(left(coalesce(client, ''), 100)), ''),
      'token_id', claims ->> 'token_id', 'client_id', claims ->> 'client_id'
    ))
  );
  return jsonb_build_object('scopes', private.scopes());
end
$$;
comment on function public.note_tool_call(text, text) is
  'Enters the call of a tool by an assistant into the audit log, with the tool and the program that called it: {"scopes"}, what the caller''s token may. For tokens and apps, 120 times a minute.';
grant execute on function public.note_tool_call(text, text) to authenticated;
