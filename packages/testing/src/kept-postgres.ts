/** A Postgres on a folder that the test keeps, so that it can be stopped, copied and started again. */
export { type EmbeddedPostgres, openEmbedded } from '@cairn/postgres/embedded/embedded'
