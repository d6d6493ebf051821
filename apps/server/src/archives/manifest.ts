import { z } from 'zod'

/** The version of the format, which docs/use/archive.md describes. A server reads this one and none that is newer. */
export const ARCHIVE_VERSION = 1
export const MANIFEST = 'manifest.json'

/** A file of an archive, as the manifest lists it. */
const listedFile = z.object({
  name: z.string(),
  entries: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type ListedFile = z.output<typeof listedFile>

export const manifestSchema = z.object({
  format: z.literal('cairn-archive'),
  version: z.int().positive(),
  account: z.object({ id: z.guid(), name: z.string() }),
  made_at: z.string(),
  files: z.array(listedFile),
})
export type Manifest = z.output<typeof manifestSchema>
