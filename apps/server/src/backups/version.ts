import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { PACKAGE } from '../settings/paths.ts'

const packageFile = z.object({ version: z.string() })

/** The version of this Cairn. */
export const cairnVersion = (): string => packageFile.parse(JSON.parse(readFileSync(PACKAGE, 'utf8'))).version
