import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from '../lib/run.mjs'

/** The parts of the project that a server needs beside its own program and its schema. */
const SHARED = ['node_modules', 'packages', 'apps/web', 'package.json']
const ITS_OWN = ['apps/server', 'supabase']

/** A name that sorts after every migration. */
const FILE = '29990101000000_drill.sql'

/**
 * Lays out this version with a further migration, in a separate folder; resolves with the main file of its server and
 * with a function that removes the folder.
 */
export function layOutNextVersion(migration) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-next-version-'))
  for (const path of SHARED) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(join(ROOT, path), join(folder, path))
  }
  for (const path of ITS_OWN) cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  writeFileSync(join(folder, 'supabase', 'migrations', FILE), migration)
  return {
    program: join(folder, 'apps', 'server', 'dist', 'main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
