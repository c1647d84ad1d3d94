# The package, from the sources, with the versions of the lock file. A newer image gets its digest from
# `docker buildx imagetools inspect node:<version>-trixie-slim`, in both places.
FROM node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY dashboard/package.json dashboard/
COPY bench/package.json bench/
COPY sdk/package.json sdk/
COPY examples/shop/package.json examples/shop/
RUN npm ci --include=dev --no-audit --no-fund
COPY . ./
RUN npm run package
WORKDIR /src/dist/laurel
RUN npm ci --omit=dev --no-audit --no-fund
RUN mkdir -m 0700 data

FROM node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe
WORKDIR /opt/laurel
COPY --from=build /src/dist/laurel ./
COPY --from=build --chown=1000:1000 /src/dist/laurel/data /data
# Production, because development listens on loopback only, which ends at the container.
ENV MODE=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
EXPOSE 3000
VOLUME /data
# By number, so that Kubernetes sees that it is not root.
USER 1000:1000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "server/bin/laurel.mjs"]
CMD ["start"]
