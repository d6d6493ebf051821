import { createClient } from '@supabase/supabase-js'

const { key } = await (await fetch(`${process.env.CAIRN_URL}/config.json`)).json()
globalThis.WebSocket ??= class {}
const client = createClient(process.env.CAIRN_URL, key, { accessToken: async () => process.env.CAIRN_TOKEN })
const { data, error } = await client.from('systems').select('name').eq('name', 'Ledger')
if (error !== null || data.length !== 1) throw new Error(JSON.stringify({ data, error }))
