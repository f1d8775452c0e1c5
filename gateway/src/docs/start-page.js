// A file of its own, because the content security policy forbids inline scripts.
window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  persistAuthorization: false,
  validatorUrl: null,
})
