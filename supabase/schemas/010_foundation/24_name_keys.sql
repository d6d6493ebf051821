-- Name keys: when two names could mean the same. The browser has the same in packages/tables/src/matching/name-key.ts.
--
-- Names are compared without case, accents, spaces, punctuation and legal forms. Signs that tell names apart stay (C++,
-- C#), and so does a name that is nothing but such words.

create function private.is_legal_form(word text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select word in (
    'gmbh', 'mbh', 'ag', 'kg', 'kgaa', 'ohg', 'gbr', 'ug', 'ev', 'eg', 'se', 'gmbhcokg', 'cokg',
    'inc', 'incorporated', 'ltd', 'limited', 'llc', 'llp', 'lp', 'corp', 'corporation', 'co', 'company', 'plc', 'pty',
    'sa', 'sarl', 'sas', 'sasu', 'snc', 'eurl', 'sci', 'scop',
    'sl', 'slu', 'slne', 'sau', 'sc', 'scoop', 'sad',
    'bv', 'nv', 'vof', 'oy', 'oyj', 'ab', 'as', 'asa', 'aps', 'srl', 'spa', 'sp', 'zoo', 'kft', 'doo', 'kk'
  )
$$;
comment on function private.is_legal_form(text) is 'Whether companies have it behind their name, without points and spaces.';
grant execute on function private.is_legal_form(text) to authenticated, service_role, cairn_owner;

-- Of separators those in ASCII and the usual ones beyond it: what counts as a letter differs from server to server.
create function private.name_key(name text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  separators constant text := '[\u0001-\u0022\u0024-\u002a\u002c-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u2000-\u206f\u3000-\u3003]+';
  words text[] := regexp_split_to_array(
    btrim(regexp_replace(
      -- A point within or behind letters belongs to an abbreviation.
      regexp_replace(
        private.folded(normalize(name_key.name, nfkc)), '([^\u0001-\u0040\u005b-\u0060\u007b-\u00bf])\.(?=[^\u0001-\u0040\u005b-\u0060\u007b-\u00bf]|\s|,|$)',
        '\1', 'g'
      ),
      separators, ' ', 'g'
    )),
    ' '
  );
  amount integer := 3;
begin
  while amount > 0 loop
    if cardinality(words) > amount
      and private.is_legal_form(array_to_string(words[cardinality(words) - amount + 1:], ''))
    then
      words := words[:cardinality(words) - amount];
      amount := 3;
    else
      amount := amount - 1;
    end if;
  end loop;
  return array_to_string(words, '');
end
$$;
comment on function private.name_key(text) is
  'A name as possible duplicates have it: without case, accents, spaces, punctuation and legal forms.';
grant execute on function private.name_key(text) to authenticated, service_role, cairn_owner;
