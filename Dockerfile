# syntax=docker/dockerfile:1

FROM node:24.21.0-bookworm-slim AS base
WORKDIR /srv/centavo
ENV NPM_CONFIG_UPDATE_NOTIFIER=false

FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY scripts/bundle.mjs scripts/
COPY apps apps
COPY libs libs
COPY docs/guides docs/guides
COPY CHANGELOG.md ./
RUN npm run build

FROM base AS dependencies
COPY package.json package-lock.json .npmrc ./
# Excludes the bundled Node.js and PostgreSQL: the image has Node.js, and the database runs elsewhere.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --omit=optional

FROM base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
COPY package.json ./
COPY --from=dependencies /srv/centavo/node_modules node_modules
COPY --from=build /srv/centavo/dist dist
# Root owns all files, so the service cannot modify its code.
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-old-space-size=512", "--max-semi-space-size=24", "dist/programs/api.js"]
