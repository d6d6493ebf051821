-- Room for changes: how full pages are, and how soon old versions of rows are cleaned up.
--
-- A changed row that finds room on its page, and of which no index has a changed column, needs no new entry in any
-- index (HOT). Its old versions go with the next look at the page, without a vacuum, as soon as the page is fuller
-- than this. So no index stands on what each change touches; a rule of shape looks for them.
-- A new figure holds for new pages: those of an existing table get room by and by, or at once by vacuum full.

-- Every request of a member reads their row, and everything that they create changes it: few old versions fit.
alter table public.account_members set (fillfactor = 20);

-- A fifth of a large catalogue is too much to wait for.
alter table private.records set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);

-- Sums and counters: few rows, changed again and again.
alter table private.record_counts set (fillfactor = 50);
alter table private.turns set (fillfactor = 50);
alter table private.jobs set (fillfactor = 20);
