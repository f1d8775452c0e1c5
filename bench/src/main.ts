import { cpus, totalmem } from 'node:os'
import { alerts } from './alerts.ts'
import { areas } from './areas.ts'
import { batches } from './batches.ts'
import { billLists } from './bill-lists.ts'
import { cluster } from './cluster.ts'
import { drill } from './drill.ts'
import { eventLoop } from './event-loop.ts'
import { firstVisit } from './first-visit.ts'
import { flood } from './flood.ts'
import { footprint } from './footprint.ts'
import { history } from './history.ts'
import { images } from './images.ts'
import { limit } from './limit.ts'
import { publish } from './publish.ts'
import { reports } from './reports.ts'
import { scale } from './scale.ts'
import { twoProcesses } from './two-processes.ts'

const benches = {
  scale,
  cluster,
  'bill-lists': billLists,
  batches,
  drill,
  history,
  limit,
  reports,
  alerts,
  footprint,
  'two-processes': twoProcesses,
  'event-loop': eventLoop,
  images,
  flood,
  publish,
  'first-visit': firstVisit,
  areas,
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !(name in benches))
if (unknown) throw new Error(`No bench is called ${unknown}; there are ${Object.keys(benches).join(', ')}`)

const memory = Math.round(totalmem() / 2 ** 30)
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, ${memory} GiB, Node ${process.version}`,
)
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length === 0 || wanted.includes(name)) console.log(`\n${await bench()}`)
}
