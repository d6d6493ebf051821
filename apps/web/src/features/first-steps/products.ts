import { forgivingly } from '@cairn/workspace/lib/forgiving'
import type { NewRecords } from '@cairn/workspace/port/records/first-steps'
import {
  COMMON_PRODUCTS,
  type CommonProduct,
  PRODUCT_GROUPS,
  type ProductGroup,
  type ProductId,
} from '@cairn/workspace/products/common-products'
import type { ProductTexts } from '@cairn/workspace/products/product-texts'

/** The kinds of records that a product can become. */
const PICKED_KINDS = ['system', 'agent'] as const
export type PickedKind = (typeof PICKED_KINDS)[number]

export function isPickedKind(text: string | null): text is PickedKind {
  return PICKED_KINDS.some((kind) => kind === text)
}

function kindOf({ platform }: Pick<CommonProduct, 'platform'>): PickedKind {
  return platform === undefined ? 'system' : 'agent'
}

export interface ShownGroup {
  group: ProductGroup
  title: string
  products: readonly (CommonProduct & { description: string })[]
}

interface Narrowing {
  text: string
  kinds: readonly PickedKind[]
}

/** The products that fit a text by name, maker, description or group, in their groups; those without any are left out. */
export function shownGroups(texts: ProductTexts, { text, kinds }: Narrowing): readonly ShownGroup[] {
  const all: readonly CommonProduct[] = COMMON_PRODUCTS
  const offered = all.filter((product) => kinds.includes(kindOf(product)))
  const found = forgivingly(offered, text, ({ id, name, vendor, group }) => [
    name,
    vendor,
    texts.products[id],
    texts.groups[group],
  ])
  return PRODUCT_GROUPS.map((group) => ({
    group,
    title: texts.groups[group],
    products: found
      .filter((product) => product.group === group)
      .map((product) => ({ ...product, description: texts.products[product.id] })),
  })).filter(({ products }) => products.length > 0)
}

/** The records that chosen products become, a list for each kind. */
export function recordsOf(
  chosen: readonly ProductId[],
  texts: ProductTexts,
  ownerId: string | null,
): readonly NewRecords[] {
  const all: readonly CommonProduct[] = COMMON_PRODUCTS
  const picked = all.filter(({ id }) => chosen.includes(id))
  const inputOf = ({ id, name, vendor }: CommonProduct) => ({
    ...{ name, description: texts.products[id], ownerId },
    fields: { vendor },
  })
  const systems = picked
    .filter((product) => kindOf(product) === 'system')
    .map((product) => ({ ...inputOf(product), details: {}, status: 'active' as const }))
  const agents = picked.flatMap(({ platform, ...product }) =>
    platform === undefined ? [] : [{ ...inputOf(product), platform, status: 'active' as const }],
  )
  const lists: readonly NewRecords[] = [
    { kind: 'system', records: systems },
    { kind: 'agent', records: agents },
  ]
  return lists.filter(({ records }) => records.length > 0)
}
