-- Rows that change with every sign-in or refresh get room on their page, and no index on what each change touches: a
-- new version then needs no entry in any index. The hourly end of sessions reads all of them, as it did already for
-- those without limits. Pages that are full get room by and by.

drop index auth.sessions_not_after_idx;

alter table auth.users set (fillfactor = 80);
alter table auth.sessions set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
alter table auth.rate_limits set (fillfactor = 50);
