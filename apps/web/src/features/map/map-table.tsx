import { ChevronDown, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link as PageLink, useNavigate } from 'react-router'
import { RecordName } from '@/catalogue/record-name.tsx'
import { recordPath } from '@/catalogue/record-path.ts'
import { roleOf } from '@/catalogue/relations/relation-words.ts'
import { cn } from '@/lib/cn.ts'
import { formatNumber } from '@/lib/text/numbers.ts'
import { Badge } from '@/ui/display/badge.tsx'
import type { Drawing, GroupSpot, Link, Spot } from './drawing.ts'
import type { Highlight } from './follow.ts'
import type { MapAddress } from './map-address.ts'
import { rowId } from './map-search.tsx'
import { groupLook, LENS_WORDS, recordCount, recordLook, spotName } from './spot-look.ts'
import { spotPath } from './spot-path.ts'

/** The most links that a row names. */
const NAMED = 5

/** The names stand in steps; on a phone, where the cells of a row stand below each other, whole rows do. */
const NAME_INDENTS = ['', 'md:ps-6', 'md:ps-12', 'md:ps-18'] as const
const ROW_INDENTS = ['', 'max-md:ps-4', 'max-md:ps-8', 'max-md:ps-12'] as const

const CELL = 'px-3 py-2 text-start align-top max-md:py-1'

interface MapTableProps {
  drawing: Drawing
  address: MapAddress
  highlight: Highlight | null
}

/** The map as a table: the same rows, for keyboards, screen readers and phones. */
export function MapTable({ drawing, address, highlight }: MapTableProps) {
  const { t } = useTranslation()
  const spots = new Map(drawing.spots.map((spot) => [spot.id, spot]))
  const nameOf = (id: string) => {
    const spot = spots.get(id)
    return spot ? spotName(spot, address.by, t) : ''
  }
  return (
    <table className="w-full text-sm max-md:block" aria-label={t('The map as a table')}>
      <thead className="border-b text-muted-foreground text-xs max-md:sr-only">
        <tr>
          <th scope="col" className={cn(CELL, 'w-2/5 font-medium')}>
            {t('Name')}
          </th>
          <th scope="col" className={cn(CELL, 'font-medium')}>
            {t(LENS_WORDS[address.lens])}
          </th>
          <th scope="col" className={cn(CELL, 'font-medium')}>
            {t('Depends on')}
          </th>
          <th scope="col" className={cn(CELL, 'font-medium')}>
            {t('Used by')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y max-md:block">
        {drawing.spots.map((spot) => (
          <tr
            key={spot.id}
            className={cn(
              'max-md:block max-md:py-1.5',
              highlight?.spots.has(spot.id) && 'bg-accent',
              ROW_INDENTS[spot.level],
            )}
          >
            <th scope="row" className={cn(CELL, 'font-normal max-md:block')}>
              <span className={cn('block', NAME_INDENTS[spot.level])}>
                <RowHead spot={spot} address={address} name={nameOf(spot.id)} />
                {highlight?.spots.has(spot.id) && (
                  <span className="block text-muted-foreground text-xs">
                    {highlight.at === spot.id ? t('Highlighted from here') : t('Highlighted')}
                  </span>
                )}
              </span>
            </th>
            <td className={cn(CELL, 'max-md:block')}>
              <Look spot={spot} address={address} />
            </td>
            <LinkCell spot={spot} links={drawing.links} outgoing nameOf={nameOf} />
            <LinkCell spot={spot} links={drawing.links} outgoing={false} nameOf={nameOf} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  spot: Spot
  address: MapAddress
}

function RowHead({ spot, address, name }: RowProps & { name: string }) {
  if ('group' in spot) return <GroupHead spot={spot} address={address} name={name} />
  return (
    <PageLink
      id={rowId(spot.id)}
      to={recordPath(spot.record)}
      dir="auto"
      className={cn(
        'wrap-anywhere rounded-sm underline underline-offset-3',
        spot.id === address.record?.id && 'font-semibold',
      )}
    >
      <RecordName kind={spot.record.kind} record={spot.record} />
    </PageLink>
  )
}

function GroupHead({ spot, address, name }: RowProps & { spot: GroupSpot; name: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { unfolded, group } = spot
  const Chevron = unfolded === null ? ChevronRight : ChevronDown
  const missing = unfolded === null ? 0 : group.records - unfolded
  return (
    <>
      <button
        id={rowId(spot.id)}
        type="button"
        aria-expanded={unfolded !== null}
        className="inline-flex max-w-full items-start gap-1 rounded-sm text-start font-medium max-md:min-h-9"
        onClick={() => void navigate(spotPath(spot, address), { replace: true, preventScrollReset: true })}
      >
        <Chevron aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
        <span dir="auto" className="wrap-anywhere">
          {name}
        </span>
      </button>
      <span className="block ps-5 text-muted-foreground text-xs">
        {recordCount(group.records, t)}
        {missing > 0 && ` · ${t('{{count}} of them not shown', { count: missing })}`}
      </span>
    </>
  )
}

function Look({ spot, address: { lens } }: RowProps) {
  const { t } = useTranslation()
  const look = 'group' in spot ? groupLook(spot, lens, t) : recordLook(spot.record, lens, t)
  if (!look) return null
  return (
    <Badge variant={look.variant} dot>
      {look.word}
    </Badge>
  )
}

interface LinkCellProps {
  spot: Spot
  links: readonly Link[]
  outgoing: boolean
  nameOf: (id: string) => string
}

/** The links from a row, or to it. On a phone the cell says itself which of the two. */
function LinkCell({ spot: { id }, links, outgoing, nameOf }: LinkCellProps) {
  const { t } = useTranslation()
  const own = links.filter(({ from, to }) => (outgoing ? from : to) === id)
  const shown = own.slice(0, NAMED)
  return (
    <td className={cn(CELL, own.length === 0 ? 'max-md:hidden' : 'max-md:block')}>
      <span aria-hidden className="text-muted-foreground text-xs md:hidden">
        {outgoing ? t('Depends on') : t('Used by')}
      </span>
      {own.length > 0 && (
        <ul>
          {shown.map((link) => (
            <LinkLine key={`${link.from} ${link.to}`} link={link} outgoing={outgoing} nameOf={nameOf} />
          ))}
          {own.length > shown.length && (
            <li className="text-muted-foreground">
              {t('and {{count}} more', { count: own.length - shown.length })}
            </li>
          )}
        </ul>
      )}
    </td>
  )
}

interface LinkLineProps extends Pick<LinkCellProps, 'outgoing' | 'nameOf'> {
  link: Link
}

function LinkLine({ link: { from, to, total, edges }, outgoing, nameOf }: LinkLineProps) {
  const { t, i18n } = useTranslation()
  const words = edges.flatMap(({ type, field, fromId }) => {
    const isFromRow = fromId === (outgoing ? from : to)
    if (type === 'replaces') return isFromRow ? t('Replaces') : t('Replaced by')
    const word = roleOf(type, isFromRow)
    return word === null ? (field ?? []) : t(word)
  })
  return (
    <li className="wrap-anywhere">
      <bdi>{nameOf(outgoing ? to : from)}</bdi>
      {edges.length === 0 && (
        <span className="text-muted-foreground"> ({formatNumber(total, i18n.language)})</span>
      )}
      {words.length > 0 && <span className="text-muted-foreground text-xs"> {words.join(', ')}</span>}
    </li>
  )
}
