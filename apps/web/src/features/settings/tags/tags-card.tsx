import { bestFirst } from '@cairn/workspace/lib/best-first'
import type { CountedTag } from '@cairn/workspace/port/records/tags'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { tagQueries } from '@/queries/records/tags.ts'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { useRefusal } from '@/shared/use-refusal.ts'
import { SearchField } from '@/ui/form/search-field.tsx'
import { CardNote } from '@/ui/layout/card-note.tsx'
import { DeleteTag, MergeTag } from './tag-dialogs.tsx'
import { TagRow } from './tag-row.tsx'

/** From so many on, the list can be searched. */
const SEARCH_FROM = 10

/** The tags of the account: managers and admins rename, recolor, merge and delete them. */
export function TagsCard() {
  const { t } = useTranslation()
  const query = useQuery(tagQueries.counted(useWorkspace()))
  return (
    <LoadedCard
      title={t('Tags')}
      description={t(
        'Words that put records of every kind together. Users create tags in the form of a record.',
      )}
      query={query}
      failure={t('The tags could not be loaded')}
      lines={3}
    >
      {(tags) => <Tags tags={tags} />}
    </LoadedCard>
  )
}

type Asked = { action: 'merge' | 'delete'; tag: CountedTag } | null

function Tags({ tags }: { tags: readonly CountedTag[] }) {
  const { t } = useTranslation()
  const refusal = useRefusal()('manage-tags', null)
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<Asked>(null)
  const shown = bestFirst(tags, typed, ({ name }) => [name])
  const close = () => setAsked(null)
  return (
    <>
      {refusal && <CardNote>{refusal}</CardNote>}
      {tags.length >= SEARCH_FROM && (
        <SearchField
          label={t('Filter tags')}
          placeholder={t('Filter tags...')}
          value={typed}
          onType={setTyped}
          className="mb-3 max-w-72"
        />
      )}
      {shown.length === 0 ? (
        <p className="text-muted-foreground text-sm">
          {tags.length === 0
            ? t('There are no tags yet. Create one in the form of a record.')
            : t('No matches.')}
        </p>
      ) : (
        <ul aria-label={t('Tags')} className="divide-y">
          {shown.map((tag) => (
            <TagRow
              key={tag.id}
              tag={tag}
              isManaged={refusal === null}
              isOnly={tags.length === 1}
              onMerge={() => setAsked({ action: 'merge', tag })}
              onDelete={() => setAsked({ action: 'delete', tag })}
            />
          ))}
        </ul>
      )}
      {asked?.action === 'merge' && <MergeTag tag={asked.tag} tags={tags} onClose={close} />}
      {asked?.action === 'delete' && <DeleteTag tag={asked.tag} onClose={close} />}
    </>
  )
}
