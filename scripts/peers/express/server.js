// The Express peer: GET /deployment/info behind a rate limiter, jsonwebtoken and a schema validator, GET still-alive
// behind the rate limiter and the validator, /audio with express.static. It runs one process per core, because Gatehouse
// runs one event loop per core. The environment sets PORT, JWT_SECRET and AUDIO (a folder). With MARKET (a CSV file of
// bars, oldest first), it also returns pages of the bars at /market/:symbol.
import Ajv from 'ajv';
import { createSecretKey } from 'node:crypto';
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import jwt from 'jsonwebtoken';
import { marketPages } from './market.js';

const { PORT, JWT_SECRET, AUDIO, MARKET } = process.env;
// Use a key object: jsonwebtoken first tries to parse a string as a public key, which takes 40 times as long.
const KEY = createSecretKey(Buffer.from(JWT_SECRET));
const HIGH_ENOUGH_TO_NEVER_REFUSE = 1_000_000_000;

function authenticate(request, response, next) {
  const header = request.get('Authorization');
  if (!header?.startsWith('Bearer ')) {
    response.status(401).json({ error: 'a credential is required' });
    return;
  }
  try {
    request.claims = jwt.verify(header.slice('Bearer '.length), KEY, {
      algorithms: ['HS256'],
      issuer: 'gatehouse',
      audience: 'gatehouse',
    });
    next();
  } catch {
    response.status(403).json({ error: 'the credential is wrong' });
  }
}

const validQuery = new Ajv().compile({ type: 'object', properties: {}, additionalProperties: false });

function validate(request, response, next) {
  if (validQuery(request.query)) {
    next();
  } else {
    response.status(400).json({ error: validQuery.errors[0].message });
  }
}

function listen() {
  const started = Date.now();
  const app = express();
  app.disable('x-powered-by');
  app.use('/audio', express.static(AUDIO));
  app.use(
    rateLimit({
      windowMs: 60_000,
      limit: HIGH_ENOUGH_TO_NEVER_REFUSE,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
    }),
  );
  app.get('/deployment/info', authenticate, validate, (request, response) => {
    response.json({
      version: '1.0.0',
      timestamp: new Date().toISOString(),
      environment: 'production',
      uptime: `${Math.floor((Date.now() - started) / 1000)}s`,
    });
  });
  app.get('/api/proxy/still-alive/status', validate, (request, response) => {
    response.json({ status: 'alive', timestamp: new Date().toISOString(), version: '1.0.0' });
  });
  if (MARKET) {
    app.get('/market/:symbol', marketPages(MARKET));
  }
  app.listen(Number(PORT), '127.0.0.1');
}

if (cluster.isPrimary) {
  for (let i = 0; i < availableParallelism(); i++) {
    cluster.fork();
  }
  process.on('SIGTERM', () => process.exit(0));
} else {
  listen();
}
