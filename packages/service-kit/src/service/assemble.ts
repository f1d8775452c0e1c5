import type Koa from 'koa'
import { checkDatabase } from '../database/reachable.ts'
import { maintainFeed } from '../feed/upkeep.ts'
import { createApp } from '../http/app.ts'
import type { Verifiers } from '../http/authorize.ts'
import { createJobs } from '../jobs/jobs.ts'
import type { Projection } from '../projection/projection.ts'
import type { Service, ServiceConfig, ServiceContext, ServiceDefinition } from './definition.ts'

interface Assembled<S extends Service> {
  service: S
  app: Koa
  start(): () => Promise<unknown>
}

type Lags = Record<`${string}FeedLagSeconds`, number>

const lagsOf = (projections: Projection[]): Lags =>
  Object.fromEntries(
    projections.map(({ name, lagSeconds }) => [`${name}FeedLagSeconds`, Math.round(lagSeconds())]),
  )

export async function assemble<C extends ServiceConfig, S extends Service>(
  { name, version, create }: ServiceDefinition<C, S>,
  context: ServiceContext<C>,
  usualVerifiers: () => Verifiers,
): Promise<Assembled<S>> {
  const { config, db, log, lifecycle, metrics } = context
  const service = await create(context)
  const { routes, feed, projections = [], jobs = [], features, verifiers = usualVerifiers() } = service
  const ready = async () => {
    await checkDatabase(db)
    return { ...lagsOf(projections), ...(features && { features }) }
  }
  const checkResponses = config.NODE_ENV !== 'production'
  const app = createApp({ name, version, routes, verifiers, log, metrics, lifecycle, ready, checkResponses })

  const start = () => {
    const { registry } = metrics
    const running = createJobs({ log, lifecycle, registry })
    for (const projection of projections) projection.start()
    for (const job of jobs) running.start(job)
    if (feed) maintainFeed({ feed, db, jobs: running, log, registry })
    return () => Promise.all([...projections.map((projection) => projection.stop()), running.stopped()])
  }
  return { service, app, start }
}
