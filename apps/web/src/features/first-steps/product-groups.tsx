import type { ProductId } from '@cairn/workspace/products/common-products'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '@/ui/form/checkbox.tsx'
import type { ShownGroup } from './products.ts'

interface ProductGroupsProps {
  groups: readonly ShownGroup[]
  /** Names that the account has already, in small letters. */
  known: ReadonlySet<string>
  chosen: readonly ProductId[]
  onToggle: (id: ProductId) => void
}

/** The products in their groups, each with a box to tick. */
export function ProductGroups({ groups, ...rest }: ProductGroupsProps) {
  const { t } = useTranslation()
  if (groups.length === 0)
    return (
      <p role="status" className="py-6 text-muted-foreground text-sm">
        {t('There is no such product in the list. You can add it yourself.')}
      </p>
    )
  return groups.map(({ group, title, products }) => (
    <fieldset key={group} className="min-w-0">
      <legend className="mb-2 font-semibold text-sm">{title}</legend>
      <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
        {products.map((product) => (
          <li key={product.id} className="min-w-0">
            <Product product={product} {...rest} />
          </li>
        ))}
      </ul>
    </fieldset>
  ))
}

interface ProductProps extends Omit<ProductGroupsProps, 'groups'> {
  product: ShownGroup['products'][number]
}

function Product({ product: { id, name, description }, known, chosen, onToggle }: ProductProps) {
  const { t } = useTranslation()
  if (!known.has(name.toLowerCase()))
    return (
      <Checkbox label={name} hint={description} checked={chosen.includes(id)} onChange={() => onToggle(id)} />
    )
  return (
    <div className="flex gap-3 text-muted-foreground">
      <Check aria-hidden className="mt-0.5 size-4 shrink-0 max-md:size-5" />
      <p className="min-w-0">
        <span className="block font-medium text-sm">{name}</span>
        <span className="mt-0.5 block text-xs">{t('Already registered')}</span>
      </p>
    </div>
  )
}
