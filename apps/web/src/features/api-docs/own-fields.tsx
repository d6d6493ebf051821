import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '@/queries/context.tsx'
import { ownFieldQueries } from '@/queries/own-fields.ts'
import { WORDS } from './words.ts'

/** Where the own fields of the account are on the page. */
const OWN_FIELDS_ID = 'own-fields-of-the-account'

/** The fields that the reader's account has added to its catalogues. Nothing where it has none. */
export function OwnFieldsSection() {
  const { data = [] } = useQuery(ownFieldQueries.list(useWorkspace()))
  const fields = data.filter(({ isRetired, deletedAt }) => !isRetired && deletedAt === null)
  if (fields.length === 0) return null
  return (
    <section aria-labelledby={OWN_FIELDS_ID} className="mt-12">
      <h2 id={OWN_FIELDS_ID} className="scroll-mt-20 font-semibold text-xl tracking-tight">
        {WORDS.ownFields}
      </h2>
      <p className="mt-3 max-w-prose">{WORDS.ownFieldsAre}</p>
      <dl className="mt-4 rounded-lg border bg-card text-sm">
        {fields.map(({ id, kind, key, name, type, help }) => (
          <div
            key={id}
            className="grid gap-x-4 gap-y-1 border-b px-3 py-2 last:border-b-0 md:grid-cols-[15rem_1fr]"
          >
            <dt className="wrap-anywhere">
              <code className="font-mono text-xs">{key}</code>
              <span className="ml-2 text-muted-foreground text-xs">
                {type}, {CATALOGUES[kind].table}
              </span>
            </dt>
            <dd className="wrap-anywhere">{help === '' ? name : `${name}. ${help}`}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
