-- Forgiving search: capitals, accents and a typo do not matter. The browser has the same in
-- packages/workspace/src/lib/forgiving.ts.
--
-- Postgres removes accents without an extension. The extension unaccent reads a file of the server, so an index on its
-- results is wrong once another server has another file, and some servers lack it.

-- Inlined and in indexes, so without its own settings.
create function private.folded(words text) returns text
language sql immutable parallel safe
as $$
  select case
    when octet_length(words) = char_length(words) then lower(words collate pg_catalog."C")
    else replace(replace(replace(replace(
      translate(
        lower(regexp_replace(normalize(words, nfd), '[\u0300-\u036f]', '', 'g')),
        'øłđðıςØŁĐÐẞÆŒÞ', 'olddiσolddßæœþ'
      ),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end
$$;
comment on function private.folded(text) is 'A text in small letters without accents, as searches compare it.';
grant execute on function private.folded(text) to authenticated, service_role, cairn_owner;

create function private.folded_pattern(words text) returns text
language sql immutable set search_path = ''
as $$
  select '%' || regexp_replace(private.folded(words), '([\\%_])', '\\\1', 'g') || '%'
$$;
comment on function private.folded_pattern(text) is 'For "like": what a folded text contains in which these words stand.';

-- Numbers and signs distinguish names: no typo is looked for in them. Of four letters, only a word of five that lacks
-- one is meant.
create function private.typo_pattern_of_word(word text) returns text
language sql immutable set search_path = ''
as $$
  select '(?:' || string_agg(alternative, '|') || ')'
  from (
    select word
    union all
    select left(word, place) || '.' || substr(word, place + 1)
    from generate_series(0, length(word) - 1) as place
    union all
    select left(word, place) || '.?' || substr(word, place + 2)
    from generate_series(0, length(word) - 1) as place
    where length(word) > 4
    union all
    select left(word, place - 1) || substr(word, place + 1, 1) || substr(word, place, 1) || substr(word, place + 2)
    from generate_series(1, length(word) - 1) as place
    where length(word) > 4
  ) as alternatives (alternative)
$$;
comment on function private.typo_pattern_of_word(text) is
  'A regular expression: the beginning of a word of letters with one letter more, less, another, or two that changed places.';

-- A longer text would make too long an expression.
create function private.typo_pattern(words text) returns text
language sql immutable set search_path = ''
as $$
  select '\m' || string_agg(
    case
      when w.may_have_one then private.typo_pattern_of_word(w.word)
      else regexp_replace(w.word, '([\\^$.*+?()[\]{}|/])', '\\\1', 'g')
    end,
    '\s+' order by w.place
  )
  from (
    select part.word, part.place, length(part.word) >= 4 and part.word !~ '[^[:alpha:]]' as may_have_one
    from regexp_split_to_table(private.folded(words), '\s+') with ordinality as part (word, place)
  ) as w
  having bool_or(w.may_have_one) and length(private.folded(words)) <= 40
$$;
comment on function private.typo_pattern(text) is
  'A regular expression for folded texts that hold these words with a typo in each word of five letters; null where the words have no room for one.';
