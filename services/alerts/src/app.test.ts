import { openService } from '@mms/service-kit/test-support'
import { testAccess } from '@mms/service-kit/test-support/access'
import { testJobAlarms } from '@mms/service-kit/test-support/job-alarms'
import { alerts } from './app.ts'

/** No server listens on this port. */
const env = { INVENTORY_URL: 'http://127.0.0.1:1', ANALYTICS_URL: 'http://127.0.0.1:1' }

testJobAlarms((database) => openService(alerts, database, { env }))

testAccess((database) => openService(alerts, database, { env }), {
  'get /api/alerts': 'signed-in',
  'get /api/alerts/by-medicine': 'signed-in',
  'get /api/alerts/recent': 'signed-in',
  'get /api/alerts/summary': 'signed-in',
  'get /api/alerts/deliveries': 'admin',
  'get /api/alerts/history': 'admin',
  'post /api/alerts/deliveries/:id/resend': 'admin',
  'post /api/alerts/generate': 'admin',
  'put /api/alerts/:id': { who: 'signed-in', body: { status: 'read' } },
  'get /internal/feed': ['analytics'],
  'get /internal/alerts': ['analytics'],
})
