-- Calls of tools: what assistants do in somebody's name is in the audit log, by the name of the tool and never by what was
-- asked. The same call tells the server what the token may, so that a tool can say which scope it misses.

create function public.note_tool_call(tool text, client text default '') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if account is null then
    raise exception 'Only members of an account can use tools.' using errcode = '42501', hint = 'Join an account first.';
  end if;
  if not coalesce(tool ~ '^[a-z][a-z0-9_]{0,39}$', false) then
    raise exception 'There is no such tool.' using errcode = '22023';
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
  'Enters the call of a tool by an assistant into the audit log, with the tool and the program that called it: {"scopes"}, what the caller''s token may, or null for a session.';
alter function public.note_tool_call(text, text) owner to cairn_definer;
revoke all on function public.note_tool_call(text, text) from public, anon, authenticated, service_role;
grant execute on function public.note_tool_call(text, text) to authenticated;
