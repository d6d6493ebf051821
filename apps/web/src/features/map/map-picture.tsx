import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { RecordName } from '@/catalogue/record-name.tsx'
import { cn } from '@/lib/cn.ts'
import { formatNumber } from '@/lib/text/numbers.ts'
import { Badge } from '@/ui/display/badge.tsx'
import type { Drawing, Spot } from './drawing.ts'
import type { Highlight } from './follow.ts'
import { pathOf, type Rectangle } from './lines.ts'
import type { MapAddress } from './map-address.ts'
import type { Line, Picture } from './picture.ts'
import { groupName, spotWords } from './spot-look.ts'
import { spotPath } from './spot-path.ts'

interface MapPictureProps {
  drawing: Drawing
  picture: Picture
  address: MapAddress
  highlight: Highlight | null
}

/** How what is not highlighted stands back. */
const BACK = 'opacity-30'

/** The map as a picture. The table below it says the same, so that the picture is for those who see and point. */
export function MapPicture({ drawing, picture, address, highlight }: MapPictureProps) {
  const { t } = useTranslation()
  const { width, height, lines, boxes } = picture
  const frame = useScrolledTo(boxes.get(address.at ?? address.record?.id ?? ''))
  const isBack = (isHighlighted = false) => highlight !== null && address.follow !== null && !isHighlighted
  return (
    <section
      ref={frame}
      aria-label={t('The map as a picture')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the arrow keys.
      tabIndex={0}
      className="h-full overflow-auto overscroll-contain rounded-xl -outline-offset-2 print:h-auto print:overflow-visible"
    >
      <svg
        aria-hidden
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        className="mx-auto block print:h-auto print:max-w-full"
      >
        <ArrowHead />
        {lines.map((line) => (
          <MapLine key={line.id} line={line} isBack={isBack(highlight?.links.has(line.id))} />
        ))}
        {drawing.spots.map((spot) => {
          const box = boxes.get(spot.id)
          return (
            box && (
              <foreignObject
                key={spot.id}
                {...box}
                className={cn(isBack(highlight?.spots.has(spot.id)) && BACK)}
              >
                <MapBox spot={spot} address={address} isFound={highlight?.at === spot.id} />
              </foreignObject>
            )
          )
        })}
        {lines.map((line) => (
          <g key={line.id} className={cn(isBack(highlight?.links.has(line.id)) && BACK)}>
            <MapNumber line={line} />
          </g>
        ))}
      </svg>
    </section>
  )
}

interface MapLineProps {
  line: Line
  isBack: boolean
}

function MapLine({ line: { points, isMembership, total }, isBack }: MapLineProps) {
  const isFaint = isMembership || isBack
  return (
    <path
      d={pathOf(points)}
      fill="none"
      strokeWidth={total > 1 ? 2.5 : 1.25}
      strokeDasharray={isMembership ? '2 4' : undefined}
      markerEnd={isFaint ? undefined : 'url(#map-arrow)'}
      className={
        isFaint ? 'stroke-input forced-colors:stroke-[GrayText]' : 'stroke-current text-muted-foreground'
      }
    />
  )
}

function MapNumber({ line: { label, total } }: { line: Line }) {
  const { i18n } = useTranslation()
  if (!label) return null
  return (
    <g>
      <rect {...label} rx={4} className="fill-card stroke-border forced-colors:fill-[Canvas]" />
      <text
        x={label.x + label.width / 2}
        y={label.y + label.height / 2}
        textAnchor="middle"
        dominantBaseline="central"
        className="fill-current text-xs tabular-nums"
      >
        {formatNumber(total, i18n.language)}
      </text>
    </g>
  )
}

/** The picture's frame, scrolled so that a box stands in its middle. */
function useScrolledTo(box: Rectangle | undefined) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = frame
    if (!current || !box) return
    current.scrollLeft = box.x + box.width / 2 - current.clientWidth / 2
    current.scrollTop = box.y + box.height / 2 - current.clientHeight / 2
  }, [box])
  return frame
}

function ArrowHead() {
  return (
    <defs>
      <marker
        id="map-arrow"
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerUnits="userSpaceOnUse"
        markerWidth="9"
        markerHeight="9"
        orient="auto"
      >
        <path d="M0 0L8 4L0 8Z" className="fill-current text-muted-foreground" />
      </marker>
    </defs>
  )
}

interface MapBoxProps {
  spot: Spot
  address: MapAddress
  isFound: boolean
}

/** A record or a group. A press leads to the record, or unfolds the group. */
function MapBox({ spot, address, isFound }: MapBoxProps) {
  const { t } = useTranslation()
  const { word, variant } = spotWords(spot, address.lens, t)
  const isMiddle = spot.id === address.record?.id
  return (
    <Link
      to={spotPath(spot, address)}
      replace={'group' in spot}
      preventScrollReset
      tabIndex={-1}
      className={cn(
        'flex h-full flex-col justify-center gap-0.5 overflow-hidden rounded-lg px-3 text-sm hover:bg-muted',
        isMiddle || isFound ? 'border-2 border-primary' : 'border border-input',
        'group' in spot ? 'bg-secondary font-medium' : 'bg-card',
        isMiddle && 'font-semibold',
        isFound && 'outline-2 outline-primary -outline-offset-4',
      )}
    >
      <span dir="auto" className="truncate">
        {'group' in spot ? (
          groupName(spot, address.by, t)
        ) : (
          <RecordName kind={spot.record.kind} record={spot.record} />
        )}
      </span>
      <span className="flex min-w-0 items-center gap-2 whitespace-nowrap font-normal text-muted-foreground text-xs">
        {variant === null ? (
          word
        ) : (
          <Badge variant={variant} dot={'record' in spot}>
            <span className="truncate">{word}</span>
          </Badge>
        )}
      </span>
    </Link>
  )
}
