import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '@mms/service-kit/random'
import type { Galera, GaleraNode } from '@mms/service-kit/test-support'

export type NodeFault = 'kill' | 'pause' | 'isolate'

/** Longer than the other nodes wait before they continue without it. */
const AWAY_MS = [4_000, 8_000] as const
const POLL_MS = 100
const WAIT_MS = 180_000

async function until(what: string, happened: () => Promise<boolean>): Promise<void> {
  for (
    const end = performance.now() + WAIT_MS;
    !(await happened().catch(() => false));
    await delay(POLL_MS)
  ) {
    if (performance.now() > end) throw new Error(`Never seen: ${what}`)
  }
}

const seesNodes = async (node: GaleraNode, count: number) =>
  (await node.isSynced()) && (await node.statusOf('cluster_size')) === String(count)

async function standStill(node: GaleraNode, random: Random): Promise<void> {
  const pid = await node.readPid()
  process.kill(pid, 'SIGSTOP')
  try {
    await until('a node that stands still', async () =>
      / T /.test(await readFile(`/proc/${pid}/stat`, 'utf8')),
    )
    await delay(random.int(...AWAY_MS))
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

const faults: Record<NodeFault, (node: GaleraNode, others: GaleraNode[], random: Random) => Promise<void>> = {
  async kill(node, others, random) {
    await node.kill()
    await until('two nodes that go on', async () => seesNodes(others[0] as GaleraNode, 2))
    await delay(random.int(0, 3_000))
    await node.join()
  },
  pause: (node, _, random) => standStill(node, random),
  async isolate(node, others, random) {
    await node.isolate(true)
    await until('two nodes that go on', async () => seesNodes(others[0] as GaleraNode, 2))
    await until('a node that is cut off', async () => (await node.statusOf('cluster_status')) !== 'Primary')
    await delay(random.int(...AWAY_MS))
    await node.isolate(false)
  },
}

/** Makes one of three nodes fail and come back; ends when each sees all three. */
export async function failNode({ nodes }: Galera, fault: NodeFault, random: Random): Promise<void> {
  const node = random.pick(nodes)
  const others = nodes.filter((each) => each !== node)
  await faults[fault](node, others, random)
  for (const each of nodes) await until('a whole cluster', () => seesNodes(each, 3))
}
