-- The façade of storage: buckets and objects, to which policies and foreign keys refer, and the functions that policies call.
-- No file is kept: the server answers /storage/v1 with 501.

create schema storage authorization supabase_storage_admin;
grant usage on schema storage to postgres, anon, authenticated, service_role;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.buckets (
  id text primary key,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD'
);

create unique index bname on storage.buckets (name);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);

create unique index bucketid_objname on storage.objects (bucket_id, name);

alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;
alter type storage.buckettype owner to supabase_storage_admin;
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on storage.buckets, storage.objects to postgres, anon, authenticated, service_role;

-- 'a/b/c.png' lies in {a,b}, is called c.png, and is a png.
create function storage.foldername(name text) returns text[]
language sql immutable
as $$
  select tokens[1 : cardinality(tokens) - 1]
  from (select string_to_array(foldername.name, '/')) as path (tokens)
$$;

create function storage.filename(name text) returns text
language sql immutable
as $$
  select tokens[cardinality(tokens)]
  from (select string_to_array(filename.name, '/')) as path (tokens)
$$;

create function storage.extension(name text) returns text
language sql immutable
as $$
  select reverse(split_part(reverse(storage.filename(extension.name)), '.', 1))
$$;

create function storage.operation() returns text
language sql stable
as $$
  select nullif(current_setting('storage.operation', true), '')
$$;

create function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
language sql stable
as $$
  select sum((metadata ->> 'size')::bigint)::bigint, o.bucket_id
  from storage.objects o
  group by o.bucket_id
$$;
