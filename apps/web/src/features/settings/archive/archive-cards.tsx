import type { ArchiveState } from '@cairn/workspace/port/archives'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { archiveQueries } from '@/queries/archives.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { useKeptFocus } from '@/shared/use-kept-focus.ts'
import { MadeArchive } from './made-archive.tsx'
import { TakeInArchive } from './take-in-archive.tsx'
import { useFreshAfterTakingIn } from './use-take-in.ts'

/** For admins: the account as one file, and, as long as it is empty, an archive that it takes in. */
export function ArchiveCards() {
  const { t } = useTranslation()
  const query = useQuery(archiveQueries.state(useWorkspace()))
  useFreshAfterTakingIn(query.data?.import?.state ?? null)
  const cards = useKeptFocus<HTMLDivElement>()
  const failure = t('The archive could not be loaded')
  return (
    <div {...cards} className="in-order flex flex-col gap-4">
      <LoadedCard
        title={t('Archive')}
        description={t(
          'The whole account as one file: records, people, links, history, settings and articles. Another Cairn can restore it.',
        )}
        query={query}
        failure={failure}
        lines={1}
      >
        {({ archive }) => <MadeArchive archive={archive} />}
      </LoadedCard>
      {query.data !== undefined && isTakingIn(query.data) && (
        <LoadedCard
          title={t('Restore from archive')}
          description={t(
            'An archive is restored as a whole or not at all. IDs and history stay, and you invite its people when you like.',
          )}
          query={query}
          failure={failure}
          lines={1}
        >
          {(state) => <TakeInArchive taken={state.import} isEmpty={state.isEmpty} />}
        </LoadedCard>
      )}
    </div>
  )
}

/** An account that has something is offered no archive, and told what became of one that it took. */
function isTakingIn({ isEmpty, import: taken }: ArchiveState): boolean {
  return isEmpty || (taken !== null && taken.state !== 'uploading')
}
