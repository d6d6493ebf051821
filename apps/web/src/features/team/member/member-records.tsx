import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { MemberRecord, RecordRelation } from '@cairn/workspace/port/team'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { KINDS } from '@/catalogue/kinds.ts'
import { recordPath } from '@/catalogue/record-path.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { teamQueries } from '@/queries/team.ts'
import { MoreRows } from '@/shared/loading/more-rows.tsx'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'

interface MemberRecordsProps {
  memberId: string
  relation: RecordRelation
}

/** The records that a member owns, and those that the member is an expert of; of the features that the account uses. */
export function AllMemberRecords({ memberId }: Pick<MemberRecordsProps, 'memberId'>) {
  const { isPending } = useMemberRecords({ memberId, relation: 'owner' })
  return (
    <>
      <MemberRecords memberId={memberId} relation="owner" />
      {/* Where it stands depends on how many the others are. */}
      {!isPending && <MemberRecords memberId={memberId} relation="expert" />}
    </>
  )
}

function useMemberRecords({ memberId, relation }: MemberRecordsProps) {
  const isOn = useIsFeatureOn()
  const kinds = CATALOGUE_KINDS.filter((kind) => isOn(CATALOGUES[kind].feature))
  return useInfiniteQuery(teamQueries.records(useWorkspace(), memberId, relation, kinds))
}

/** The records of a member, ten at a time. */
function MemberRecords({ memberId, relation }: MemberRecordsProps) {
  const { t } = useTranslation()
  const query = useMemberRecords({ memberId, relation })
  const { data, error, isFetching } = query
  const records = data?.pages.flatMap(({ items }) => items) ?? null
  const title = relation === 'owner' ? t('Owns') : t('Is an expert of')
  return (
    <Card aria-busy={isFetching && data === undefined}>
      <CardHeader
        title={title}
        action={
          <span className="text-muted-foreground text-xs tabular-nums">
            {data?.pages.at(-1)?.total || ''}
          </span>
        }
      />
      <CardContent>
        {records === null && !error && <Skeleton className="w-40" />}
        {records?.length === 0 && <p className="text-muted-foreground text-sm">{t('Nothing yet.')}</p>}
        {records !== null && records.length > 0 && <RecordLinks label={title} records={records} />}
        <MoreRows query={query} />
      </CardContent>
    </Card>
  )
}

function RecordLinks({ label, records }: { label: string; records: readonly MemberRecord[] }) {
  const { t } = useTranslation()
  return (
    <ul aria-label={label} className="divide-y">
      {records.map((record) => {
        const Icon = KINDS[record.kind].icon
        return (
          <li
            key={`${record.kind} ${record.id}`}
            className="flex items-center gap-2.5 py-2 first:pt-0 last:pb-0"
          >
            <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
            <Link
              to={recordPath(record)}
              dir="auto"
              className="min-w-0 flex-1 truncate font-medium text-link text-sm underline-offset-3 hover:underline"
            >
              {record.name}
            </Link>
            <span className="text-muted-foreground text-xs">{t(CATALOGUES[record.kind].one)}</span>
          </li>
        )
      })}
    </ul>
  )
}
