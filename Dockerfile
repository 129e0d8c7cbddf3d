# syntax=docker/dockerfile:1
# Two stages: the first installs, packs the word lists and compiles the solver; the second
# only has what came of it. Both have the same Python in the same place, for the compiled
# solver is kept under the path and the digest of its source.
# The base is named by its tag, so that each build has the security updates of its system;
# what is installed on it is fixed, by hashes.
ARG PYTHON=3.11

FROM python:${PYTHON}-slim AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/seize
WORKDIR /src
# The dependencies are a layer of their own, which a change of the code does not touch.
COPY requirements.lock ./
RUN /opt/seize/bin/pip install --require-hashes --only-binary :all: -r requirements.lock
COPY . .
RUN /opt/seize/bin/pip install --no-deps --no-index --no-build-isolation .
# `doctor` opens every word list and asks the solver; without tokens, or a network, it
# exits with 1. What it made must be there all the same.
ENV SEIZE_DATA_DIR=/tmp/build SEIZE_CACHE_DIR=/opt/seize/cache
RUN cd /tmp; /opt/seize/bin/seize optimize --lang en --evaluations 1 --no-keep; \
    /opt/seize/bin/seize doctor; \
    test "$(ls /opt/seize/cache/lexicons/*.lexicon | wc -l)" -eq "$(ls -d /src/dictionaries/*/source.toml | wc -l)" \
 && test -n "$(ls -A /opt/seize/cache/kernels)" \
 && chmod -R a+rX,a-w /opt/seize/cache

FROM python:${PYTHON}-slim
# A fixed number, so that a folder of the host can be given to it: chown 10001 FOLDER.
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data seize \
 && install -d -o seize -g seize -m 700 /data
COPY --from=build /opt/seize /opt/seize
# The caches are of the image, not of the volume: a new volume would hide them. The kernel
# is compiled for the processor that built the image; another one compiles it anew as it
# starts, some seconds in /tmp.
ENV PATH=/opt/seize/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    SEIZE_DATA_DIR=/data \
    SEIZE_CACHE_DIR=/opt/seize/cache \
    SEIZE_HTTP_HOST=0.0.0.0 \
    SEIZE_LOG_LEVEL=INFO
USER seize
WORKDIR /data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "-c", "\
import http.client, os, sys; \
asked = http.client.HTTPConnection('127.0.0.1', int(os.environ.get('SEIZE_HTTP_PORT') or 8080), timeout=4); \
asked.request('GET', '/healthz'); \
sys.exit(asked.getresponse().status != 200)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["seize"]
CMD ["serve"]
