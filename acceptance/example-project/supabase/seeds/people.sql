insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_user_meta_data, raw_app_meta_data, created_at, updated_at)
values (
  '00000000-0000-0000-0000-00000000000a', 'authenticated', 'authenticated', 'ada@notebooks.example',
  crypt('correct-horse', gen_salt('bf')), now(), '{"name": "Ada"}', '{}', now(), now()
);
