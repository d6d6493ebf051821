import { counted, type DocumentReader, secretParts } from '../shape.ts'
import { type Entry, entryIn, isEntry, joined, listIn, textIn } from '../values.ts'

/**
 * Reads a workflow of GitHub Actions, as a repository has it, and the workflows that GitHub's API lists. Jobs are parts of
 * a workflow. https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax
 */
export const GITHUB_WORKFLOWS: DocumentReader = {
  shape: 'github_workflows',
  recognizes: (document) => isWorkflow(document) || listedIn(document).length > 0,
  records: (document) =>
    (isWorkflow(document) ? [cellsOfFile(document)] : listedIn(document).map(cellsOfListed)).map((cells) => ({
      kind: 'automation',
      cells,
    })),
  leftOut: (document) => [
    ...counted(
      'part',
      Object.keys(entryIn(document['jobs'])).map(() => 'jobs'),
    ),
    ...secretParts(Object.keys(entryIn(document['env'])).length),
  ],
}

function isWorkflow(document: Entry): boolean {
  return 'on' in document && Object.values(entryIn(document['jobs'])).some(isJob)
}

function isJob(job: unknown): boolean {
  return isEntry(job) && (Array.isArray(job['steps']) || textIn(job['uses']) !== null)
}

function listedIn(document: Entry): readonly Entry[] {
  return listIn(document['workflows'])
    .filter(isEntry)
    .filter(
      (each) => textIn(each['path'])?.startsWith('.github/workflows/') || textIn(each['badge_url']) !== null,
    )
}

function cellsOfFile(document: Entry) {
  const name = textIn(document['name'])
  return {
    name,
    source: 'GitHub Actions',
    triggers: triggersOf(document['on']),
    schedule: schedulesOf(document['on']),
    source_id: name,
  }
}

function cellsOfListed(each: Entry) {
  return {
    name: textIn(each['name']),
    status: textIn(each['state'])?.replace(/^disabled_.*/, 'inactive') ?? null,
    source: 'GitHub Actions',
    path: textIn(each['path']),
    links: textIn(each['html_url']),
    source_id: textIn(each['id']),
  }
}

function triggersOf(on: unknown): string | null {
  return textIn(on) ?? joined(Array.isArray(on) ? on : Object.keys(entryIn(on)))
}

function schedulesOf(on: unknown): string | null {
  return joined(
    listIn(entryIn(on)['schedule']).map((each) => entryIn(each)['cron']),
    '; ',
  )
}
