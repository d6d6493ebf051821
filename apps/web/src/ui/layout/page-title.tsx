export const PRODUCT_NAME = 'Cairn'

/** The name of the screen in the browser's tab. */
export function PageTitle({ title }: { title: string }) {
  return <title>{`${title} · ${PRODUCT_NAME}`}</title>
}
