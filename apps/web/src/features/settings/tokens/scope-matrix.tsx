import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { TokenScope } from '@cairn/workspace/port/tokens'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '@/ui/form/checkbox.tsx'

interface ScopeMatrixProps {
  chosen: ReadonlySet<TokenScope>
  onChange: (chosen: ReadonlySet<TokenScope>) => void
}

/** The permissions of a token: to read and write each catalogue, to see people, and to read the audit log. */
export function ScopeMatrix({ chosen, onChange }: ScopeMatrixProps) {
  const { t } = useTranslation()
  const set = (scope: TokenScope, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(scope)
    else next.delete(scope)
    onChange(next)
  }
  return (
    <fieldset>
      <legend className="font-medium text-sm">{t('Permissions')}</legend>
      <p className="mt-0.5 mb-2 text-pretty text-muted-foreground text-xs">
        {t('Never more than your own permissions at the moment of the call.')}
      </p>
      <table className="w-full text-sm">
        <Heads />
        <tbody className="divide-y border-y">
          {CATALOGUE_KINDS.map((kind) => {
            const { table, title } = CATALOGUES[kind]
            const things = t(title)
            const writes = chosen.has(`${table}:write`)
            return (
              <tr key={kind}>
                <th scope="row" className="py-2 pr-3 text-left font-medium">
                  {things}
                </th>
                <ScopeCell
                  label={t('Read {{things}}', { things })}
                  isChosen={writes || chosen.has(`${table}:read`)}
                  isImplied={writes}
                  onChange={(isChosen) => set(`${table}:read`, isChosen)}
                />
                <ScopeCell
                  label={t('Write {{things}}', { things })}
                  isChosen={writes}
                  onChange={(isChosen) => set(`${table}:write`, isChosen)}
                />
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className="mt-3 flex flex-col gap-3">
        <Checkbox
          label={t('See people')}
          hint={t('Names and details of members, as you see them in the team.')}
          checked={chosen.has('people:read')}
          onChange={(isChosen) => set('people:read', isChosen)}
        />
        <Checkbox
          label={t('Read the audit log')}
          hint={t('Only as long as you are an administrator.')}
          checked={chosen.has('audit:read')}
          onChange={(isChosen) => set('audit:read', isChosen)}
        />
      </div>
    </fieldset>
  )
}

function Heads() {
  const { t } = useTranslation()
  return (
    <thead className="text-muted-foreground text-xs">
      <tr>
        <th scope="col" className="py-1 text-left font-normal">
          {t('Records')}
        </th>
        <th scope="col" className="w-24 py-1 font-normal">
          {t('Read')}
        </th>
        <th scope="col" className="w-24 py-1 font-normal">
          {t('Write')}
        </th>
      </tr>
    </thead>
  )
}

interface ScopeCellProps {
  label: string
  isChosen: boolean
  /** Whether another chosen scope includes it. */
  isImplied?: boolean
  onChange: (isChosen: boolean) => void
}

function ScopeCell({ label, isChosen, isImplied = false, onChange }: ScopeCellProps) {
  return (
    <td className="text-center">
      <label className="inline-grid size-8 cursor-pointer place-items-center max-md:size-10">
        <input
          type="checkbox"
          aria-label={label}
          checked={isChosen}
          disabled={isImplied}
          onChange={({ target }) => onChange(target.checked)}
          className="size-4 accent-primary max-md:size-5"
        />
      </label>
    </td>
  )
}
