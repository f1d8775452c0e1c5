export const alertsOfMedicine = 'Alerts of a medicine'
export const alertsNamed = (name: string) => `Alerts: ${name}`
export const medicine = 'Medicine'
export const resolveOnAlerts = 'Mark or resolve them on the Alerts page'
export const neverHadAlerts = 'This medicine has never had an alert.'
export const message = 'Message'
export const created = 'Created'
