import { useTranslation } from 'react-i18next'
import type { SaidPoint } from './sparkline.tsx'

interface CoverageTableProps {
  title: string
  owner: readonly SaidPoint[]
  second: readonly SaidPoint[]
}

/** The figures of both lines, the newest first, for whoever does not see the lines or wants to read them. */
export function CoverageTable({ title, owner, second }: CoverageTableProps) {
  const { t } = useTranslation()
  return (
    <details className="mt-2 text-xs">
      <summary className="cursor-pointer text-muted-foreground max-md:py-2.5">{title}</summary>
      <table className="mt-2 w-full text-left tabular-nums">
        <thead className="text-muted-foreground">
          <tr>
            <th scope="col" className="py-1 pr-3 font-medium">
              {t('Week')}
            </th>
            <th scope="col" className="py-1 pr-3 font-medium">
              {t('With an owner')}
            </th>
            <th scope="col" className="py-1 font-medium">
              {t('Known to a second person')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {owner
            .map(({ date, percent }, week) => (
              <tr key={date}>
                <th scope="row" className="py-1 pr-3 font-normal">
                  {date}
                </th>
                <td className="py-1 pr-3">{percent}</td>
                <td className="py-1">{second[week]?.percent}</td>
              </tr>
            ))
            .toReversed()}
        </tbody>
      </table>
    </details>
  )
}
