/** How many rows a request brings. */
export const PART = 1_000

const WORDS = 'Records what customers order and hands it to those who ship it, with a copy for the ledger. '

/** Rows as the screen sends them: a dozen fields each, with owners, tags and own fields. */
export function rowsFrom(first: number, count: number, { vendor }: { vendor: string }) {
  return Array.from({ length: count }, (_, place) => {
    const number = first + place
    return {
      row: number,
      values: {
        name: `Imported system ${number}`,
        description: WORDS.repeat(1 + (number % 3)),
        status: ['active', 'maintenance', 'inactive'][number % 3],
        vendor: number % 2 === 0 ? vendor : `Vendor ${number % 90}`,
        department: `Department ${number % 20}`,
        criticality: ['low', 'medium', 'high'][number % 3],
        renews_on: `2027-${String(1 + (number % 12)).padStart(2, '0')}-15`,
        cost_per_month: number % 997,
        cost_currency: 'EUR',
        owner: number % 4 === 0 ? `member${number % 20}@bench.example` : null,
        tags: [`Tag ${number % 30}`],
        source_id: `CI-${number}`,
        'own.seats': number % 300,
        'own.contract': `Contract ${number}`,
      },
    }
  })
}
